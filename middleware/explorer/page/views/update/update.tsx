import type { ExercisedEventJson } from "../../../../../lib/api.ts";
import type { TransactionStepWithoutEvent } from "../../../list-steps-without-event.ts";
import { changeUrlParameters, urlQuery } from "../../base/address.ts";
import { ledgerContentChangeCount } from "../../base/ledger.ts";
import { readEntityName } from "../../base/names.ts";
import { formatStepKind, getStepNodeId } from "../../base/steps.ts";
import { listHostingChanges, summarizeUpdate } from "../../base/summary.ts";
import {
  acsDeltaShape,
  convertEventToTransactionStep,
  type ExplorerUpdate,
  fetchUpdate,
  ledgerEffectsShape,
  type TransactionStep,
} from "../../base/updates.ts";
import { useLoadedValue } from "../../base/use-loaded-value.ts";
import {
  type TransactionShape,
  viewingParties,
  viewingPartiesCacheKey,
} from "../../base/view-settings.ts";
import {
  Card,
  LabelledValue,
  LabelledValues,
  SegmentedControl,
  ViewFrame,
} from "../../parts/layout.tsx";
import type { ViewPathParameters } from "../../parts/lazy-component.tsx";
import {
  ContractLink,
  CopyableShortId,
  PartyLink,
  PartyLinks,
  SynchronizerLink,
  TemplateLink,
  Time,
} from "../../parts/names.tsx";
import { LoadedValueView } from "../../parts/notices.tsx";
import { TypedValueView } from "../../parts/typed-value-view.tsx";
import { JsonView } from "../../parts/value.tsx";
import { buildDrawnStepTree, formatStepKindWithoutEvent } from "./drawn-steps.ts";
import { PrivacyComparison } from "./privacy-comparison.tsx";
import { RevertToOffsetCard } from "./revert-to-offset-card.tsx";
import { TransactionTreePicture } from "./transaction-tree-picture.tsx";
import { fetchTransactionStepsWithoutEvent } from "./unseen.ts";

const Update = ({ id = "" }: ViewPathParameters) => {
  const isDelta = urlQuery.value.get("shape") === "delta";
  const shape = isDelta ? acsDeltaShape : ledgerEffectsShape;
  const subject = [id, viewingPartiesCacheKey.value, shape].join("|");
  const answer = useLoadedValue(subject, ledgerContentChangeCount.value, (signal) =>
    fetchUpdate(id, viewingParties.peek(), shape, signal),
  );
  return (
    <ViewFrame
      title="Update"
      tab={
        answer.value === undefined
          ? "Update"
          : `Update ${answer.value.offset}: ${summarizeUpdate(answer.value)}`.slice(0, 80)
      }
      about={
        answer.value === undefined ? undefined : <CopyableShortId id={answer.value.updateId} />
      }
      actions={
        <SegmentedControl
          label="Shape of the transaction"
          tabs={{ effects: "Ledger effects", delta: "ACS delta" }}
          chosen={isDelta ? "delta" : "effects"}
          choose={(name) =>
            changeUrlParameters({ shape: name === "delta" ? name : undefined }, "replace")
          }
        />
      }
    >
      <LoadedValueView answer={answer} what="the update">
        {(update) => <UpdateContent update={update} shape={shape} />}
      </LoadedValueView>
    </ViewFrame>
  );
};

export default Update;

const UpdateContent = ({
  update,
  shape,
}: {
  readonly update: ExplorerUpdate;
  readonly shape: TransactionShape;
}) => {
  const wanted = urlQuery.value.get("node");
  const steps = update.events.map(convertEventToTransactionStep);
  const subject = [update.updateId, shape, viewingPartiesCacheKey.value].join("|");
  const asked = useLoadedValue(subject, ledgerContentChangeCount.value, (signal) =>
    fetchTransactionStepsWithoutEvent(update, shape, signal),
  );
  const unseen = asked.value ?? [];
  const chosenUnseen = unseen.find(({ nodeId }) => String(nodeId) === wanted);
  const chosen = steps.find((step) => String(getStepNodeId(step)) === wanted) ?? steps[0];
  const choose = (node: number): void => changeUrlParameters({ node: String(node) }, "replace");
  return (
    <>
      <Card>
        <LabelledValues isInARow>
          <LabelledValue name="Offset">
            <span class="mono">{update.offset}</span>
          </LabelledValue>
          <LabelledValue name="Record time">
            <Time iso={update.recordTime} />
          </LabelledValue>
          {update.commandId !== "" && (
            <LabelledValue name="Command">
              <bdi>{update.commandId}</bdi>
            </LabelledValue>
          )}
          {update.workflowId !== "" && (
            <LabelledValue name="Workflow">
              <bdi>{update.workflowId}</bdi>
            </LabelledValue>
          )}
          <LabelledValue name="Synchronizer">
            <SynchronizerLink id={update.synchronizerId} />
          </LabelledValue>
        </LabelledValues>
      </Card>
      {update.kind === "transaction" && (
        <>
          <div class="update-columns">
            <Card kind="flush" title="Steps">
              <TransactionTreePicture
                roots={buildDrawnStepTree(update, unseen)}
                chosen={chosenUnseen?.nodeId ?? (chosen && getStepNodeId(chosen))}
                choose={choose}
              />
            </Card>
            {chosenUnseen !== undefined ? (
              <UnseenDetail step={chosenUnseen} />
            ) : (
              chosen !== undefined && <Detail step={chosen} />
            )}
          </div>
          <PrivacyComparison update={update} />
        </>
      )}
      {update.kind === "reassignment" && <ReassignmentTable update={update} />}
      {update.kind === "topology" && <HostingChanges update={update} />}
      <RevertToOffsetCard offset={update.offset} />
      <Card title="Raw JSON">
        <JsonView value={update.json} />
      </Card>
    </>
  );
};

const Detail = ({ step }: { readonly step: TransactionStep }) => {
  const { event } = step;
  return (
    <Card
      title={
        <>
          <span class={`step-kind ${formatStepKind(step)}`}>{formatStepKind(step)}</span>{" "}
          {step.kind === "exercise" ? step.event.choice : readEntityName(event.templateId)}
        </>
      }
    >
      <div class="stack">
        <LabelledValues>
          <LabelledValue name="Contract">
            <TemplateLink id={event.templateId} /> <ContractLink id={event.contractId} />
          </LabelledValue>
          <LabelledValue name="Seen by">
            <PartyLinks parties={event.witnessParties} />
          </LabelledValue>
          {step.kind === "exercise" && (
            <LabelledValue name="Acting">
              <PartyLinks parties={step.event.actingParties} />
            </LabelledValue>
          )}
          {step.kind === "create" && (
            <>
              <LabelledValue name="Signatories">
                <PartyLinks parties={step.event.signatories} />
              </LabelledValue>
              <LabelledValue name="Observers">
                {step.event.observers.length === 0 ? (
                  <span class="soft">none</span>
                ) : (
                  <PartyLinks parties={step.event.observers} />
                )}
              </LabelledValue>
            </>
          )}
        </LabelledValues>
        {step.kind === "create" && (
          <TypedValueView
            value={step.event.createArgument}
            typeId={event.templateId}
            what="payload"
          />
        )}
        {step.kind === "exercise" && (
          <>
            <h3>Argument</h3>
            <TypedValueView
              {...toChoiceReference(step.event)}
              value={step.event.choiceArgument}
              what="argument"
            />
            <h3>Result</h3>
            <TypedValueView
              {...toChoiceReference(step.event)}
              value={step.event.exerciseResult}
              what="result"
            />
          </>
        )}
      </div>
    </Card>
  );
};

const toChoiceReference = ({ templateId, interfaceId, choice }: ExercisedEventJson) => ({
  typeId: interfaceId ?? templateId,
  choice,
});

/** Details of a step without an event. */
const UnseenDetail = ({ step }: { readonly step: TransactionStepWithoutEvent }) => {
  const { templateId, contractId, choice, witnessParties } = step;
  return (
    <Card
      title={
        <>
          <span class="step-kind">{formatStepKindWithoutEvent(step)}</span>{" "}
          {choice ?? (templateId === undefined ? "" : readEntityName(templateId))}
        </>
      }
    >
      <div class="stack">
        <p class="soft">
          The ledger API has no event for this step. It is shown only to users who view all parties.
        </p>
        <LabelledValues>
          {templateId !== undefined && (
            <LabelledValue name="Contract">
              <TemplateLink id={templateId} />{" "}
              {contractId !== undefined && step.kind === "fetch" && (
                <ContractLink id={contractId} />
              )}
            </LabelledValue>
          )}
          {witnessParties.length > 0 && (
            <LabelledValue name="Known to">
              <PartyLinks parties={witnessParties} />
            </LabelledValue>
          )}
        </LabelledValues>
      </div>
    </Card>
  );
};

const HostingChanges = ({ update }: { readonly update: ExplorerUpdate }) => (
  <Card title="Hosting changes">
    <ul class="stack">
      {listHostingChanges(update).map(({ party, participantId, what, permission }) => (
        <li key={`${party} ${participantId}`}>
          <PartyLink party={party} /> {what} on <CopyableShortId id={participantId} />
          {permission !== "" && <span class="tag">{permission}</span>}
        </li>
      ))}
    </ul>
  </Card>
);

const ReassignmentTable = ({ update }: { readonly update: ExplorerUpdate }) => (
  <Card kind="flush" title="Moved">
    <table>
      <thead>
        <tr>
          <th>What</th>
          <th>Contract</th>
          <th>From</th>
          <th>To</th>
        </tr>
      </thead>
      <tbody>
        {update.moves.map((move) => {
          const isAssigned = "JsAssignmentEvent" in move;
          const of = isAssigned ? move.JsAssignmentEvent : move.JsUnassignedEvent.value;
          const contractId = "createdEvent" in of ? of.createdEvent.contractId : of.contractId;
          const templateId = "createdEvent" in of ? of.createdEvent.templateId : of.templateId;
          return (
            <tr key={contractId}>
              <td>{isAssigned ? "assigned" : "unassigned"}</td>
              <td>
                <TemplateLink id={templateId} /> <ContractLink id={contractId} />
              </td>
              <td>
                <SynchronizerLink id={of.source} />
              </td>
              <td>
                <SynchronizerLink id={of.target} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  </Card>
);
