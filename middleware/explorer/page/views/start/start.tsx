import { type Signal, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";

import { changeUrlParameters, createViewUrl } from "../../base/address.ts";
import { controlApiUrl, explorerDataUrl } from "../../base/boot.ts";
import { ApiError, requestProgramRun } from "../../base/client.ts";
import { downloadBlob } from "../../base/export.ts";
import { acceptedFileExtensions, loadFixture, openDroppedFiles } from "../../base/files.ts";
import { ledgerTransport } from "../../base/transport.ts";
import { Card, ViewFrame } from "../../parts/layout.tsx";
import { useLedgerAction } from "../../parts/use-ledger-action.tsx";
import { exampleFixture, exampleProgram } from "./examples.ts";

/** First view of a ledger that runs inside the page. */
const Start = () => (
  <ViewFrame
    title="Start"
    about="A ledger runs in this page. Nothing leaves your browser; closing the tab ends the ledger."
  >
    <Program />
    <div class="side-by-side">
      <FixtureEditor />
      <Files />
    </div>
  </ViewFrame>
);

export default Start;

/** The state that an editor keeps while another view is shown. */
interface EditorState {
  readonly example: string;
  readonly text: Signal<string>;
  readonly isBusy: Signal<boolean>;
}

const createEditorState = (example: string): EditorState => ({
  example,
  text: signal(example),
  isBusy: signal(false),
});

const programState = createEditorState(exampleProgram);
const fixtureState = createEditorState(exampleFixture);

interface EditorProps {
  readonly label: ComponentChildren;
  readonly rows: number;
  readonly state: EditorState;
  readonly action: string;
  readonly perform: (text: string) => Promise<string>;
  /** Ends the action; absent: it cannot be ended. */
  readonly stop?: () => Promise<string>;
}

/** A text to edit, and a button that sends it to the ledger. */
const Editor = ({ label, rows, state, action, perform, stop }: EditorProps) => {
  const { run, told } = useLedgerAction();
  const { example, text, isBusy } = state;
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        isBusy.value = true;
        void run(() => perform(text.value)).then(() => (isBusy.value = false));
      }}
    >
      <label class="field">
        <span>{label}</span>
        <textarea
          class="code"
          rows={rows}
          spellcheck={false}
          value={text.value}
          onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        />
      </label>
      <div class="actions">
        <button type="submit" class="primary" disabled={isBusy.value}>
          {action}
        </button>
        {isBusy.value && stop !== undefined && (
          <button type="button" class="quiet" onClick={() => void run(stop)}>
            Stop
          </button>
        )}
        {text.value !== example && (
          <button type="button" class="quiet" onClick={() => (text.value = example)}>
            Restore the example
          </button>
        )}
        <a href={createViewUrl("/updates")}>See the transactions, and who sees what</a>
      </div>
      {told}
    </form>
  );
};

const Program = () => (
  <Card title="Program">
    <Editor
      label="TypeScript, with templates; types are not checked. It runs on a new ledger, which replaces the present one."
      rows={22}
      state={programState}
      action="Run"
      perform={async (code) => {
        const { printed, failure } = await requestProgramRun(code);
        if (failure !== undefined) throw new ApiError(400, { code: "PROGRAM", cause: failure });
        // Parties and offsets of the address may be gone.
        changeUrlParameters({ as: [], at: undefined }, "replace");
        return ["Done.", ...printed].join("\n");
      }}
      stop={stopProgram}
    />
  </Card>
);

/** Ends a program that does not end by itself, together with the ledger. */
const stopProgram = async (): Promise<string> => {
  await ledgerTransport.current.restart?.();
  changeUrlParameters({ as: [], at: undefined }, "replace");
  return "Stopped. A new ledger with the demo data has replaced the present one.";
};

const FixtureEditor = () => (
  <Card title="Fixture">
    <Editor
      label="YAML or JSON; it is added to the present ledger"
      rows={14}
      state={fixtureState}
      action="Load"
      perform={loadFixture}
    />
  </Card>
);

const Files = () => {
  const { run, told } = useLedgerAction();
  return (
    <Card title="Files">
      <div class="stack">
        <label class="field">
          <span>
            A DAR, a fixture, or a dump. You can also drop files anywhere on this page. A dump
            replaces the present ledger.
          </span>
          <input
            type="file"
            multiple
            accept={acceptedFileExtensions}
            onChange={({ currentTarget }) => void openDroppedFiles(currentTarget.files ?? [])}
          />
        </label>
        <div class="actions">
          <button type="button" class="primary" onClick={() => void run(downloadDump)}>
            Download the ledger
          </button>
          <button type="button" class="quiet" onClick={() => void run(downloadFile)}>
            Download for the explorer
          </button>
        </div>
        <p class="soft">
          Continue on your machine with <code>npx ledger-in-a-box --from my.ledger.json</code>. A
          dump does not contain templates in TypeScript. If you have run a program with some, use
          the file for the explorer, which has their types:{" "}
          <code>npx ledger-in-a-box explore my.explorer.json</code>.
        </p>
        {told}
        <ul>
          <li>
            <a href={createViewUrl("/create")}>Create a contract by form</a>
          </li>
          <li>
            <a href={createViewUrl("/controls")}>Move the clock, take a snapshot, revert</a>
          </li>
        </ul>
      </div>
    </Card>
  );
};

const downloadDump = (): Promise<string> =>
  download(new URL("dump", controlApiUrl), "my.ledger.json");

const downloadFile = (): Promise<string> =>
  download(new URL("../ledger-file", explorerDataUrl), "my.explorer.json");

const download = async (url: URL, name: string): Promise<string> => {
  const response = await ledgerTransport.current.fetch(url, {});
  if (!response.ok) {
    throw new ApiError(response.status, { code: "FILE", cause: await response.text() });
  }
  downloadBlob(name, await response.blob());
  return "Downloaded.";
};
