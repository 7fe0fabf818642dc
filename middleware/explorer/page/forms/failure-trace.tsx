import { useSignal } from "@preact/signals";

import type { CommandsInput, EvaluationTrace } from "../../../../lib/api.ts";
import { controlApiUrl } from "../base/boot.ts";
import { ApiError, callControlApi } from "../base/client.ts";
import { formatCount } from "../base/count.ts";
import { fetchContractEvents } from "../base/fetch-contract-events.ts";
import { canActAs, canReadAs } from "../base/rights.ts";
import { viewingParties } from "../base/view-settings.ts";
import { LongText } from "../parts/long-text.tsx";
import { ContractLink, PartyLinks, TemplateLink } from "../parts/names.tsx";
import { ErrorNotice } from "../parts/notices.tsx";
import { type CommandForecast, DryRunResult } from "./command-result.tsx";
import {
  listTracedStepsWithWitnesses,
  type Stakeholders,
  type StepOfFailedCommand,
} from "./would-see.ts";

interface FailureTraceProps {
  readonly commands: CommandsInput;
}

type TraceResult =
  | { readonly forecast: CommandForecast }
  | { readonly steps: readonly StepOfFailedCommand[]; readonly omitted: number }
  | { readonly error: Error };

/** Maximum number of steps shown. */
const maxShown = 60;

/**
 * Runs commands again without committing them, and shows the steps up to the failure with the
 * parties that would have seen them. Needs the control API.
 */
export const FailureTrace = ({ commands }: FailureTraceProps) => {
  const { actAs, readAs = [] } = commands;
  const result = useSignal<TraceResult | undefined>(undefined);
  // The control API runs commands without checking the user's rights, so check them here.
  if (controlApiUrl === undefined || !actAs.every(canActAs) || !readAs.every(canReadAs)) {
    return null;
  }
  const run = async (): Promise<void> => {
    try {
      const body = { ...commands, trace: true };
      result.value = { forecast: (await callControlApi("dry-run", { body })) as CommandForecast };
    } catch (error) {
      const trace = error instanceof ApiError ? readTrace(error) : undefined;
      result.value =
        trace === undefined
          ? { error: error as Error }
          : {
              steps: await listTracedStepsWithWitnesses(trace, fetchStakeholders),
              omitted: trace.omitted,
            };
    }
  };
  const shown = result.value;
  return (
    <div class="stack">
      <div class="actions">
        <button type="button" class="quiet" onClick={() => void run()}>
          Show what each party would have seen
        </button>
      </div>
      {shown !== undefined && "error" in shown && <ErrorNotice error={shown.error} />}
      {shown !== undefined && "forecast" in shown && (
        <>
          <p>On the present ledger the commands succeed:</p>
          <DryRunResult forecast={shown.forecast} />
        </>
      )}
      {shown !== undefined && "steps" in shown && <Steps {...shown} />}
    </div>
  );
};

const readTrace = ({ refusal }: ApiError): EvaluationTrace | undefined =>
  (refusal as { readonly trace?: EvaluationTrace }).trace;

const fetchStakeholders = async (contractId: string): Promise<Stakeholders | undefined> => {
  const stop = new AbortController();
  const asked = { as: viewingParties.peek() };
  return fetchContractEvents(contractId, asked, stop.signal).then(
    ({ created }) => created.createdEvent,
    () => undefined,
  );
};

interface StepsProps {
  readonly steps: readonly StepOfFailedCommand[];
  readonly omitted: number;
}

const Steps = ({ steps, omitted }: StepsProps) => {
  if (steps.length === 0) {
    return <p class="soft">The commands were refused before the first step.</p>;
  }
  const left = Math.max(0, steps.length - maxShown) + omitted;
  return (
    <>
      <p class="soft">
        Nothing was committed, so no party saw anything. The steps up to the failure, and the
        parties that would have seen them:
      </p>
      <table class="traced">
        <thead>
          <tr>
            <th>Step</th>
            <th>Would be seen by</th>
          </tr>
        </thead>
        <tbody>
          {steps.slice(0, maxShown).map((step, index) => (
            <tr key={index}>
              <td style={{ "--depth": Math.min(step.depth, 8) }}>
                <span class={`step-kind ${step.kind}`}>{step.kind}</span>{" "}
                {step.choice !== undefined && <b>{step.choice} </b>}
                <TemplateLink id={step.templateId} />{" "}
                {step.kind === "exercise" && step.contractId !== undefined && (
                  <ContractLink id={step.contractId} />
                )}
                {step.place !== undefined && <code class="soft"> {step.place}</code>}
                {step.error !== undefined && (
                  <p class="fault">
                    <LongText text={step.error} />
                  </p>
                )}
              </td>
              <td>
                <PartyLinks parties={step.seenBy} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && <p class="soft">and {formatCount(left, "more step")}</p>}
    </>
  );
};
