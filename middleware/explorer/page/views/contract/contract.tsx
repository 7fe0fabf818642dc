import { useSignal } from "@preact/signals";

import type { CreatedEventJson, TransactionJson } from "../../../../../lib/api.ts";
import type { ChoiceFacts } from "../../../package-with-definitions.ts";
import {
  changeUrlParameters,
  createViewUrl,
  escapePathSegment,
  urlQuery,
} from "../../base/address.ts";
import { ApiError } from "../../base/client.ts";
import { fetchContractEvents } from "../../base/fetch-contract-events.ts";
import { readEntityName, readQualifiedName, shortenId, splitTypeName } from "../../base/names.ts";
import {
  formatPackageLabel,
  getPackageNameTypeReference,
  loadPackageWithDefinitions,
} from "../../base/types.ts";
import { useLoadedValue } from "../../base/use-loaded-value.ts";
import {
  selectedOffset,
  shownOffset,
  viewedContentKey,
  viewingParties,
  viewRefreshSignal,
} from "../../base/view-settings.ts";
import { CommandForm } from "../../forms/command-form.tsx";
import { CommandResult } from "../../forms/command-result.tsx";
import {
  Card,
  LabelledValue,
  LabelledValues,
  SegmentedControl,
  ViewFrame,
} from "../../parts/layout.tsx";
import type { ViewPathParameters } from "../../parts/lazy-component.tsx";
import { CopyableShortId, PartyLinks, SynchronizerLink, Time } from "../../parts/names.tsx";
import { LoadedValueView } from "../../parts/notices.tsx";
import { TypedValueView } from "../../parts/typed-value-view.tsx";
import { JsonView } from "../../parts/value.tsx";
import {
  type ContractHistory,
  maxSearchedUpdates,
  readContractHistory,
} from "./contract-history.ts";
import { InterfaceViews } from "./interface-views.tsx";
import { LineageCard } from "./lineage-card.tsx";

const Contract = ({ id = "" }: ViewPathParameters) => {
  const answer = useLoadedValue(
    `${id}|${viewedContentKey.value}`,
    viewRefreshSignal.value,
    async (signal) => {
      const as = viewingParties.peek();
      const { created, archived } = await fetchContractEvents(id, { as }, signal);
      const begin = created.createdEvent.offset;
      const shown = shownOffset.peek();
      const isArchived = archived !== null && archived.archivedEvent.offset <= shown;
      const end = isArchived ? archived.archivedEvent.offset : shown;
      if (begin > shown) {
        const cause = `The contract was created later, at offset ${begin}.`;
        throw new ApiError(0, { code: "NOT_CREATED_YET", cause });
      }
      return {
        created,
        archived: isArchived ? archived : null,
        life: await readContractHistory(id, { as, begin, end }, signal),
      };
    },
  );
  const sent = useSignal<TransactionJson | undefined>(undefined);
  const event = answer.value?.created.createdEvent;
  return (
    <ViewFrame
      title={event === undefined ? "Contract" : readEntityName(event.templateId)}
      tab={`${event === undefined ? "Contract" : readEntityName(event.templateId)} ${shortenId(id)}`}
      about={<CopyableShortId id={id} />}
      actions={
        answer.value !== undefined &&
        (answer.value.archived === null ? (
          <span class="tag good">
            active{selectedOffset.value === undefined ? "" : ` as of ${selectedOffset.value}`}
          </span>
        ) : (
          <span class="tag bad">archived</span>
        ))
      }
    >
      <LoadedValueView answer={answer} what="the contract">
        {({ created, archived, life }) => (
          <>
            <div class="side-by-side">
              <div class="stack">
                <Payload event={created.createdEvent} />
                <InterfaceViews event={created.createdEvent} />
              </div>
              <div class="stack">
                <Card title="Stakeholders">
                  <LabelledValues>
                    <LabelledValue name="Signatories">
                      <PartyLinks parties={created.createdEvent.signatories} />
                    </LabelledValue>
                    <LabelledValue name="Observers">
                      {created.createdEvent.observers.length === 0 ? (
                        <span class="soft">none</span>
                      ) : (
                        <PartyLinks parties={created.createdEvent.observers} />
                      )}
                    </LabelledValue>
                    {created.createdEvent.contractKey !== null && (
                      <LabelledValue name="Key">
                        <TypedValueView
                          value={created.createdEvent.contractKey}
                          typeId={created.createdEvent.templateId}
                          what="key"
                        />
                      </LabelledValue>
                    )}
                    <LabelledValue name="Package">
                      <a
                        href={createViewUrl(
                          `/packages/${splitTypeName(created.createdEvent.templateId).packageId}`,
                        )}
                      >
                        {formatPackageLabel(
                          splitTypeName(created.createdEvent.templateId).packageId,
                        )}
                      </a>
                    </LabelledValue>
                    <LabelledValue name="Created">
                      <Time iso={created.createdEvent.createdAt} />
                    </LabelledValue>
                    <LabelledValue name="Synchronizer">
                      <SynchronizerLink id={created.synchronizerId} />
                    </LabelledValue>
                  </LabelledValues>
                </Card>
                <Lifeline life={life} archivedAt={archived?.archivedEvent.offset} />
              </div>
            </div>
            <LineageCard
              contractId={id}
              exercisedAt={life.events.flatMap(({ kind, offset }) =>
                kind === "exercised" ? [offset] : [],
              )}
            />
            {archived === null && selectedOffset.value !== undefined ? (
              <p class="soft">
                The contract as of offset {selectedOffset.value}. Choices are exercised on the
                latest state:{" "}
                <button
                  type="button"
                  class="quiet"
                  onClick={() => changeUrlParameters({ at: undefined })}
                >
                  Back to latest
                </button>
              </p>
            ) : archived === null ? (
              <Exercise
                event={created.createdEvent}
                sent={(transaction) => (sent.value = transaction)}
              />
            ) : (
              // The form disappears with the archived contract; its result stays.
              archived.archivedEvent.offset === sent.value?.offset && (
                <CommandResult transaction={sent.value} />
              )
            )}
          </>
        )}
      </LoadedValueView>
    </ViewFrame>
  );
};

export default Contract;

const Payload = ({ event }: { readonly event: CreatedEventJson }) => {
  const shown = useSignal<"tree" | "json" | "event">("tree");
  return (
    <Card
      title="Payload"
      actions={
        <SegmentedControl
          label="Format of the payload"
          tabs={{ tree: "Tree", json: "JSON", event: "Event" }}
          chosen={shown.value}
          choose={(name) => (shown.value = name)}
        />
      }
    >
      {shown.value === "tree" && (
        <TypedValueView value={event.createArgument} typeId={event.templateId} what="payload" />
      )}
      {shown.value === "json" && <JsonView value={event.createArgument} />}
      {shown.value === "event" && <JsonView value={event} />}
    </Card>
  );
};

interface LifelineProps {
  readonly life: ContractHistory;
  /** Undefined if the contract is active. */
  readonly archivedAt: number | undefined;
}

/** The life of a contract from create to archive, with a link to each update. */
const Lifeline = ({ life, archivedAt }: LifelineProps) => (
  <Card title="History">
    <ol class="lifeline">
      {life.events.map(({ kind, what, offset, updateId, nodeId, recordTime, parties }) => (
        <li key={`${offset} ${nodeId ?? kind}`} class={kind}>
          <a
            href={createViewUrl(`/updates/${escapePathSegment(updateId)}`, {
              node: nodeId === undefined ? undefined : String(nodeId),
            })}
          >
            {kind === what ? kind : `${kind}: ${what}`}
          </a>
          <span class="soft">
            offset {offset} · <Time iso={recordTime} />
          </span>
          <PartyLinks parties={parties} />
        </li>
      ))}
    </ol>
    {life.isCut && (
      <p class="soft">
        Only the first {maxSearchedUpdates} updates since then were searched.
        {archivedAt !== undefined && (
          <>
            {" "}
            The contract was{" "}
            <a href={createViewUrl(`/updates/${archivedAt}`)}>archived at offset {archivedAt}</a>.
          </>
        )}
      </p>
    )}
  </Card>
);

interface OfferedChoice {
  /** Template or interface of the choice. */
  readonly typeId: string;
  readonly choice: ChoiceFacts;
}

interface ExerciseProps {
  readonly event: CreatedEventJson;
  readonly sent: (transaction: TransactionJson) => void;
}

const Exercise = ({ event, sent }: ExerciseProps) => {
  const answer = useLoadedValue(event.templateId, 0, () => loadChoices(event.templateId));
  const wanted = urlQuery.value.get("choice");
  return (
    <LoadedValueView answer={answer} what="the choices">
      {(offered) => {
        const chosen = offered.find(
          ({ typeId, choice }) => formatChoiceKey(typeId, choice) === wanted,
        );
        return (
          <>
            <Card title="Exercise a choice">
              <div class="actions">
                {offered.map(({ typeId, choice }) => {
                  const key = formatChoiceKey(typeId, choice);
                  return (
                    <button
                      key={key}
                      type="button"
                      class="quiet choice"
                      aria-pressed={key === wanted}
                      title={
                        typeId === event.templateId ? undefined : `of ${readEntityName(typeId)}`
                      }
                      onClick={() =>
                        changeUrlParameters({ choice: key === wanted ? undefined : key }, "replace")
                      }
                    >
                      {choice.name}
                      <span class="soft">{choice.consuming ? "consuming" : "non-consuming"}</span>
                    </button>
                  );
                })}
              </div>
            </Card>
            {chosen !== undefined && (
              <CommandForm
                key={wanted}
                title={chosen.choice.name}
                verb="Exercise"
                type={chosen.choice.argument}
                typeId={chosen.typeId}
                actAs={event.signatories.slice(0, 1)}
                sent={sent}
                command={(choiceArgument) => ({
                  ExerciseCommand: {
                    templateId: getPackageNameTypeReference(chosen.typeId),
                    contractId: event.contractId,
                    choice: chosen.choice.name,
                    choiceArgument,
                  },
                })}
              />
            )}
          </>
        );
      }}
    </LoadedValueView>
  );
};

const formatChoiceKey = (typeId: string, { name }: ChoiceFacts): string =>
  `${readEntityName(typeId)}.${name}`;

const loadChoices = async (templateId: string): Promise<readonly OfferedChoice[]> => {
  const { templates } = await loadPackageWithDefinitions(splitTypeName(templateId).packageId);
  const template = templates[readQualifiedName(templateId)];
  if (template === undefined) return [];
  const own = template.choices.map((choice) => ({ typeId: templateId, choice }));
  const inherited = await Promise.all(
    template.implements.map(async (typeId) => {
      const { interfaces } = await loadPackageWithDefinitions(splitTypeName(typeId).packageId);
      const all = interfaces[readQualifiedName(typeId)]?.choices ?? [];
      return all.filter(({ name }) => name !== "Archive").map((choice) => ({ typeId, choice }));
    }),
  );
  return [...own, ...inherited.flat()];
};
