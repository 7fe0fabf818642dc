import type { TransactionJson } from "../../../../lib/api.ts";
import { formatCount } from "../base/count.ts";
import { convertEventToTransactionStep } from "../base/updates.ts";
import { ContractLink, PartyLinks, TemplateLink, UpdateLink } from "../parts/names.tsx";

interface CommandResultProps {
  readonly transaction: TransactionJson;
}

/** Result of a sent command, with links to the update and to the created contracts. */
export const CommandResult = ({ transaction }: CommandResultProps) => (
  <div class="notice good" role="status">
    <span>
      Committed at offset {transaction.offset}, update <UpdateLink id={transaction.updateId} />
    </span>
    <Steps transaction={transaction} />
  </div>
);

/** Maximum number of steps listed. */
const maxSteps = 20;

const Steps = ({ transaction }: CommandResultProps) => (
  <ul>
    {transaction.events.slice(0, maxSteps).map((event) => {
      const step = convertEventToTransactionStep(event);
      const { nodeId, templateId, contractId } = step.event;
      return (
        <li key={nodeId}>
          {step.kind === "exercise"
            ? `${step.event.consuming ? "archive" : "exercise"}, by ${step.event.choice}:`
            : step.kind}{" "}
          <TemplateLink id={templateId} /> <ContractLink id={contractId} />
        </li>
      );
    })}
    {transaction.events.length > maxSteps && (
      <li>and {formatCount(transaction.events.length - maxSteps, "more step")}</li>
    )}
  </ul>
);

/** The predicted effects of the command; known only with the control API. */
export interface CommandForecast {
  readonly transaction: TransactionJson;
  readonly seenBy: Readonly<Record<string, unknown>>;
  readonly traffic: { readonly totalTrafficCostEstimation: number };
}

/** Result of a dry run. */
export const DryRunResult = ({ forecast }: { readonly forecast: CommandForecast | undefined }) => (
  <div class="notice good" role="status">
    <span>Dry run succeeded. Nothing was changed.</span>
    {forecast !== undefined && (
      <>
        <Steps transaction={forecast.transaction} />
        <span>
          Seen by <PartyLinks parties={Object.keys(forecast.seenBy)} />
        </span>
        <span>
          Traffic: about {forecast.traffic.totalTrafficCostEstimation.toLocaleString("en-GB")} bytes
        </span>
      </>
    )}
  </div>
);
