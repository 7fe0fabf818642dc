import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";

import { changeParameters, linkToView } from "../../base/address.ts";
import { controlUrl, dataUrl } from "../../base/boot.ts";
import { ApiError, askProgram } from "../../base/client.ts";
import { downloadBlob } from "../../base/export.ts";
import { loadFixture } from "../../base/files.ts";
import { acceptedFiles, openFiles } from "../../base/files.ts";
import { ledgerTransport } from "../../base/transport.ts";
import { Card, View } from "../../parts/layout.tsx";
import { useAction } from "../../parts/use-action.tsx";
import { exampleFixture, exampleProgram } from "./examples.ts";

/** First view of a ledger that runs inside the page. */
const Start = () => (
  <View
    title="Start"
    about="A ledger runs in this page. Nothing leaves your browser; closing the tab ends the ledger."
  >
    <Program />
    <div class="side-by-side">
      <FixtureEditor />
      <Files />
    </div>
  </View>
);

export default Start;

interface EditorProps {
  readonly label: ComponentChildren;
  readonly rows: number;
  readonly initial: string;
  readonly action: string;
  readonly perform: (text: string) => Promise<string>;
  /** Ends the action; absent: it cannot be ended. */
  readonly stop?: () => Promise<void>;
}

/** A text to edit, and a button that sends it to the ledger. */
const Editor = ({ label, rows, initial, action, perform, stop }: EditorProps) => {
  const { run, told } = useAction();
  const text = useSignal(initial);
  const isBusy = useSignal(false);
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
          <button
            type="button"
            class="quiet"
            onClick={() => {
              // The stopped action reports that it was stopped.
              void run(async () => {
                await stop();
                return "";
              });
            }}
          >
            Stop
          </button>
        )}
        <a href={linkToView("/updates")}>See the transactions, and who sees what</a>
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
      initial={exampleProgram}
      action="Run"
      perform={async (code) => {
        const { printed, failure } = await askProgram(code);
        if (failure !== undefined) throw new ApiError(400, { code: "PROGRAM", cause: failure });
        // Parties and offsets of the address may be gone.
        changeParameters({ as: [], at: undefined }, "replace");
        return ["Done.", ...printed].join("\n");
      }}
      stop={stopProgram}
    />
  </Card>
);

/** Ends a program that does not end by itself, together with the ledger. */
const stopProgram = async (): Promise<void> => {
  await ledgerTransport.current.restart?.();
  changeParameters({ as: [], at: undefined }, "replace");
};

const FixtureEditor = () => (
  <Card title="Fixture">
    <Editor
      label="YAML or JSON; it is added to the present ledger"
      rows={14}
      initial={exampleFixture}
      action="Load"
      perform={loadFixture}
    />
  </Card>
);

const Files = () => {
  const { run, told } = useAction();
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
            accept={acceptedFiles}
            onChange={({ currentTarget }) => void openFiles(currentTarget.files ?? [])}
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
          <code>npx ledger-in-a-box explore my.ledger.json</code>.
        </p>
        {told}
        <ul>
          <li>
            <a href={linkToView("/create")}>Create a contract by form</a>
          </li>
          <li>
            <a href={linkToView("/controls")}>Move the clock, take a snapshot, revert</a>
          </li>
        </ul>
      </div>
    </Card>
  );
};

const downloadDump = (): Promise<string> => downloadLedgerFile(new URL("dump", controlUrl));

const downloadFile = (): Promise<string> => downloadLedgerFile(new URL("../ledger-file", dataUrl));

const downloadLedgerFile = async (url: URL): Promise<string> => {
  const response = await ledgerTransport.current.fetch(url, {});
  if (!response.ok) {
    throw new ApiError(response.status, { code: "FILE", cause: await response.text() });
  }
  downloadBlob("my.ledger.json", await response.blob());
  return "Downloaded.";
};
