import { change, query } from "../../ground/address.ts";
import { useAnswer } from "../../ground/asking.ts";
import { changes } from "../../ground/ledger.ts";
import { viewers, viewersKey } from "../../ground/lens.ts";
import { entityOf } from "../../ground/names.ts";
import { delta, effects, oneUpdate, type SeenUpdate, type Step } from "../../ground/updates.ts";
import { Card, Choices, Fact, Facts, View } from "../../parts/layout.tsx";
import { ContractLink, Id, Parties, TemplateName, Time } from "../../parts/names.tsx";
import { Answered } from "../../parts/notices.tsx";
import { Json, Value } from "../../parts/value.tsx";
import type { ViewParameters } from "../../shell/lazy.tsx";
import { Privacy } from "./privacy.tsx";
import { rollbacksOf } from "./rollbacks.ts";
import { kindOf, nodeIdOf, stepsOf, stepTree } from "./steps.ts";
import { RolledBack, TreePicture } from "./tree-picture.tsx";

const Update = ({ id = "" }: ViewParameters) => {
  const isDelta = query.value.get("shape") === "delta";
  const shape = isDelta ? delta : effects;
  const key = [id, viewersKey.value, shape, changes.value].join("|");
  const answer = useAnswer(key, (signal) => oneUpdate(id, viewers.peek(), shape, signal));
  return (
    <View
      title="Update"
      about={answer.value === undefined ? undefined : <Id id={answer.value.updateId} />}
      actions={
        <Choices
          label="Shape of the transaction"
          tabs={{ effects: "Ledger effects", delta: "ACS delta" }}
          chosen={isDelta ? "delta" : "effects"}
          choose={(name) => change({ shape: name === "delta" ? name : undefined }, "replace")}
        />
      }
    >
      <Answered answer={answer} what="the update">
        {(update) => <Shown update={update} />}
      </Answered>
    </View>
  );
};

export default Update;

const Shown = ({ update }: { readonly update: SeenUpdate }) => {
  const roots = stepTree(update);
  const wanted = query.value.get("node");
  const steps = stepsOf(roots).map(({ step }) => step);
  const chosen = steps.find((step) => String(nodeIdOf(step)) === wanted) ?? steps[0];
  const asked = useAnswer(`${update.updateId}|${changes.value}`, (signal) =>
    rollbacksOf(update.updateId, signal),
  );
  const rollbacks = asked.value ?? [];
  const choose = (node: number): void => change({ node: String(node) }, "replace");
  return (
    <>
      <Card>
        <Facts isInARow>
          <Fact name="Offset">
            <span class="mono">{update.offset}</span>
          </Fact>
          <Fact name="Record time">
            <Time iso={update.recordTime} />
          </Fact>
          {update.commandId !== "" && (
            <Fact name="Command">
              <bdi>{update.commandId}</bdi>
            </Fact>
          )}
          {update.workflowId !== "" && (
            <Fact name="Workflow">
              <bdi>{update.workflowId}</bdi>
            </Fact>
          )}
          <Fact name="Synchronizer">
            <Id id={update.synchronizerId} />
          </Fact>
        </Facts>
      </Card>
      {update.kind === "transaction" && (
        <>
          <div class="update-columns">
            <Card kind="flush" title="Steps">
              <TreePicture roots={roots} chosen={chosen && nodeIdOf(chosen)} choose={choose} />
              {rollbacks.length > 0 && <RolledBack rollbacks={rollbacks} />}
            </Card>
            {chosen !== undefined && <Detail step={chosen} />}
          </div>
          <Privacy update={update} />
        </>
      )}
      {update.kind === "reassignment" && <Moves update={update} />}
      <Card title="As the API has it">
        <Json value={update.json} />
      </Card>
    </>
  );
};

const Detail = ({ step }: { readonly step: Step }) => {
  const { event } = step;
  return (
    <Card
      title={
        <>
          <span class={`step-kind ${kindOf(step)}`}>{kindOf(step)}</span>{" "}
          {step.kind === "exercise" ? step.event.choice : entityOf(event.templateId)}
        </>
      }
    >
      <div class="stack">
        <Facts>
          <Fact name="Contract">
            <TemplateName id={event.templateId} /> <ContractLink id={event.contractId} />
          </Fact>
          <Fact name="Seen by">
            <Parties parties={event.witnessParties} />
          </Fact>
          {step.kind === "exercise" && (
            <Fact name="Acting">
              <Parties parties={step.event.actingParties} />
            </Fact>
          )}
          {step.kind === "create" && (
            <>
              <Fact name="Signatories">
                <Parties parties={step.event.signatories} />
              </Fact>
              <Fact name="Observers">
                {step.event.observers.length === 0 ? (
                  <span class="soft">none</span>
                ) : (
                  <Parties parties={step.event.observers} />
                )}
              </Fact>
            </>
          )}
        </Facts>
        {step.kind === "create" && <Value value={step.event.createArgument} />}
        {step.kind === "exercise" && (
          <>
            <h3>Argument</h3>
            <Value value={step.event.choiceArgument} />
            <h3>Result</h3>
            <Value value={step.event.exerciseResult} />
          </>
        )}
      </div>
    </Card>
  );
};

const Moves = ({ update }: { readonly update: SeenUpdate }) => (
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
                <TemplateName id={templateId} /> <ContractLink id={contractId} />
              </td>
              <td>
                <Id id={of.source} />
              </td>
              <td>
                <Id id={of.target} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  </Card>
);
