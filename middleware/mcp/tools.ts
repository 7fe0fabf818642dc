import type { McpTool } from "./tool.ts";
import { commandMcpTools } from "./tools/command-tools.ts";
import { contractMcpTools } from "./tools/contract-tools.ts";
import { fixtureMcpTools } from "./tools/fixture-tools.ts";
import { guideMcpTools } from "./tools/guide-tools.ts";
import { ledgerDescriptionMcpTools } from "./tools/ledger-tools.ts";
import { packageMcpTools } from "./tools/package-tools.ts";
import { partyMcpTools } from "./tools/party-tools.ts";
import { refusalMcpTools } from "./tools/refusal-tools.ts";
import { ledgerStateMcpTools } from "./tools/state-tools.ts";
import { updateMcpTools } from "./tools/update-tools.ts";

/** All tools, in the order in which they are listed. */
export const mcpTools: readonly McpTool[] = [
  ...ledgerDescriptionMcpTools,
  ...packageMcpTools,
  ...partyMcpTools,
  ...contractMcpTools,
  ...updateMcpTools,
  ...commandMcpTools,
  ...refusalMcpTools,
  ...ledgerStateMcpTools,
  ...fixtureMcpTools,
  ...guideMcpTools,
];
