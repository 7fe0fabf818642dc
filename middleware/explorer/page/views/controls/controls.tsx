import { useSignal } from "@preact/signals";

import { changeUrlParameters } from "../../base/address.ts";
import { controlApiUrl } from "../../base/boot.ts";
import { ApiError, callControlApi } from "../../base/client.ts";
import type { ClockStatus } from "../../base/control.ts";
import { downloadBlob } from "../../base/export.ts";
import { loadFixture } from "../../base/files.ts";
import { ledgerContentChangeCount, ledgerEnd } from "../../base/ledger.ts";
import { controlSecret } from "../../base/session.ts";
import { useLoadedValue } from "../../base/use-loaded-value.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Card, ViewFrame } from "../../parts/layout.tsx";
import { Time } from "../../parts/names.tsx";
import { EmptyListPlaceholder, LoadedValueView } from "../../parts/notices.tsx";
import { useConfirmedUndoableAction } from "../../parts/use-confirmed-undoable-action.tsx";
import { useLedgerAction } from "../../parts/use-ledger-action.tsx";
import { ControlSecretForm } from "./control-secret-form.tsx";
import { Faults } from "./faults.tsx";
import { SnapshotsView } from "./snapshots-view.tsx";

const Controls = () => {
  const clock = useLoadedValue(
    controlSecret.value,
    ledgerContentChangeCount.value,
    (signal) => callControlApi("clock", { signal }) as Promise<ClockStatus>,
  );
  if (controlApiUrl === undefined) {
    return (
      <ViewFrame title="Controls">
        <EmptyListPlaceholder icon="controls" title="The control API is off">
          <p class="soft">
            Start it with <code>--control</code>, or give the explorer the path of a control router.
          </p>
        </EmptyListPlaceholder>
      </ViewFrame>
    );
  }
  const isLockedOut = clock.error instanceof ApiError && clock.error.status === 401;
  return (
    <ViewFrame
      title="Controls"
      about="Clock, snapshots, fixtures and faults, for the operator of the ledger."
    >
      {isLockedOut ? (
        <ControlSecretForm />
      ) : (
        <LoadedValueView answer={clock} what="the clock">
          {(now) => (
            <>
              <div class="side-by-side">
                <ClockCard now={now} />
                <SnapshotsView />
              </div>
              <Faults />
              <div class="side-by-side">
                <Fixtures />
                <Reset />
              </div>
            </>
          )}
        </LoadedValueView>
      )}
    </ViewFrame>
  );
};

export default Controls;

const clockSteps = ["30s", "1m", "1h", "1d", "30d"];

const ClockCard = ({ now }: { readonly now: ClockStatus }) => {
  const { run, told } = useLedgerAction();
  const move = (step: unknown): void =>
    void run(async () => {
      const { time } = (await callControlApi("clock", { body: step })) as ClockStatus;
      return `The time is now ${time}.`;
    });
  const isReal = now.mode === "real";
  return (
    <Card title="Clock" actions={<span class="tag">{isReal ? "Real time" : "Manual"}</span>}>
      <div class="stack">
        <p class="big-time">
          <Time iso={now.time} />
        </p>
        <div class="actions">
          {isReal ? (
            <button type="button" class="quiet" onClick={() => move({ freeze: true })}>
              Freeze
            </button>
          ) : (
            <button type="button" class="quiet" onClick={() => move({ resume: true })}>
              Resume
            </button>
          )}
          {clockSteps.map((step) => (
            <button
              key={step}
              type="button"
              class="quiet"
              aria-label={`Advance by ${step}`}
              onClick={() => move({ advance: step })}
            >
              +{step}
            </button>
          ))}
        </div>
        <form
          class="filters"
          onSubmit={(event) => {
            event.preventDefault();
            const time = new FormData(event.currentTarget).get("time");
            if (typeof time === "string" && time !== "") move({ time: `${time}Z` });
          }}
        >
          <label class="field">
            <span>Set to (UTC)</span>
            <input
              type="datetime-local"
              name="time"
              step={1}
              defaultValue={now.time.slice(0, 19)}
            />
          </label>
          <button type="submit" class="quiet">
            Set
          </button>
        </form>
        {told}
      </div>
    </Card>
  );
};

const Fixtures = () => {
  const { run, told } = useLedgerAction();
  const text = useSignal("");
  const load = (fixture: string): void => void run(() => loadFixture(fixture));
  const take = (files: FileList | null): void => {
    void files?.[0]?.text().then((content) => (text.value = content));
  };
  return (
    <Card title="Fixtures" actions={<ActionButton perform={exportFixture}>Export</ActionButton>}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          load(text.value);
        }}
      >
        <label class="field">
          <span>JSON or YAML; you can also drop a file anywhere on this page</span>
          <textarea
            rows={6}
            spellcheck={false}
            placeholder={'{ "steps": [{ "party": "zed" }] }'}
            value={text.value}
            onInput={({ currentTarget }) => (text.value = currentTarget.value)}
          />
        </label>
        <div class="actions">
          <button type="submit" class="primary" disabled={text.value === ""}>
            Load
          </button>
          <input
            type="file"
            aria-label="A fixture from a file"
            accept=".json,.yaml,.yml"
            onChange={({ currentTarget }) => take(currentTarget.files)}
          />
        </div>
        {told}
      </form>
    </Card>
  );
};

const exportFixture = async (): Promise<void> => {
  const fixture = JSON.stringify(await callControlApi("export"), null, 2);
  downloadBlob("fixture.json", new Blob([fixture], { type: "application/json" }));
};

/** Resets the ledger after a question. */
const Reset = () => {
  const { ask, notice } = useConfirmedUndoableAction();
  const end = ledgerEnd.value.toLocaleString("en-GB");
  const reset = async (to: "loaded" | "empty"): Promise<string> => {
    await callControlApi("reset", { body: { to } });
    // Parties and offsets of the address may be gone.
    changeUrlParameters({ as: undefined, at: undefined }, "replace");
    return `The ledger was ${to === "empty" ? "emptied" : "reset to its loaded content"}.`;
  };
  return (
    <Card title="Reset">
      <div class="stack">
        <p class="soft">
          Resets the ledger to its loaded content, or empties it. Snapshots are kept.
        </p>
        <div class="actions">
          <button
            type="button"
            class="quiet"
            onClick={() =>
              ask({
                question: `This removes what was added since the start; the ledger has ${end} updates and completions now.`,
                yes: "Yes, reset it",
                isUndoable: true,
                perform: () => reset("loaded"),
              })
            }
          >
            Reset to the loaded content
          </button>
          <button
            type="button"
            class="quiet"
            onClick={() =>
              ask({
                question: `This removes all contracts, parties, users and ${end} updates and completions.`,
                yes: "Yes, empty it",
                isUndoable: true,
                perform: () => reset("empty"),
              })
            }
          >
            Empty the ledger
          </button>
        </div>
        {notice}
      </div>
    </Card>
  );
};
