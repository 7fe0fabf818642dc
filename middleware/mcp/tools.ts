import type { McpTool } from "./tool.ts";
import { commandTools } from "./tools/command-tools.ts";
import { contractTools } from "./tools/contract-tools.ts";
import { fixtureTools } from "./tools/fixture-tools.ts";
import { guideTools } from "./tools/guide-tools.ts";
import { ledgerTools } from "./tools/ledger-tools.ts";
import { packageTools } from "./tools/package-tools.ts";
import { partyTools } from "./tools/party-tools.ts";
import { refusalTools } from "./tools/refusal-tools.ts";
import { stateTools } from "./tools/state-tools.ts";
import { updateTools } from "./tools/update-tools.ts";

/** All tools, in the order in which they are listed. */
export const mcpTools: readonly McpTool[] = [
  ...ledgerTools,
  ...packageTools,
  ...partyTools,
  ...contractTools,
  ...updateTools,
  ...commandTools,
  ...refusalTools,
  ...stateTools,
  ...fixtureTools,
  ...guideTools,
];
