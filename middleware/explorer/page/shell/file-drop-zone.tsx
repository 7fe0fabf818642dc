import { useSignal } from "@preact/signals";
import { createRef } from "preact";
import { useEffect } from "preact/hooks";

import { createViewUrl } from "../base/address.ts";
import { acceptedFileExtensions, lastOpenedFileStatus, openDroppedFiles } from "../base/files.ts";
import { Icon } from "../parts/icons.tsx";
import { ErrorNotice } from "../parts/notices.tsx";

const fileInput = createRef<HTMLInputElement>();

/** Opens the file dialog, as an alternative to dropping files. */
export const openFileDialog = (): void => fileInput.current?.click();

const hasDraggedFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes("Files") === true;

/** Accepts files dropped anywhere on the page, and shows their progress. */
export const FileDropZone = () => {
  const isOver = useSignal(false);
  useEffect(() => {
    const stop = new AbortController();
    const on = (name: "dragover" | "dragleave" | "drop", hear: (event: DragEvent) => void): void =>
      addEventListener(name, hear, { signal: stop.signal });
    on("dragover", (event) => {
      if (!hasDraggedFiles(event)) return;
      event.preventDefault();
      isOver.value = true;
    });
    // Without a related target the pointer left the page.
    on("dragleave", ({ relatedTarget }) => {
      if (relatedTarget === null) isOver.value = false;
    });
    on("drop", (event) => {
      isOver.value = false;
      if (!hasDraggedFiles(event)) return;
      event.preventDefault();
      void openDroppedFiles([...(event.dataTransfer?.files ?? [])]);
    });
    return () => stop.abort();
  }, []);
  return (
    <>
      <input
        ref={fileInput}
        type="file"
        hidden
        accept={acceptedFileExtensions}
        multiple
        onChange={({ currentTarget }) => {
          void openDroppedFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
      {isOver.value && (
        <div class="drop-veil" aria-hidden="true">
          <div>
            <Icon name="down" />
            <b>Drop it anywhere</b>
            <span class="soft">
              DARs are uploaded, fixtures loaded, .ledger.json files opened beside this ledger.
            </span>
          </div>
        </div>
      )}
      <OpenedFileNotice />
    </>
  );
};

const OpenedFileNotice = () => {
  const taken = lastOpenedFileStatus.value;
  return (
    <div class="toast" role="status">
      {taken !== undefined && (
        <div class="card toast-body">
          <div class="toast-head">
            <b>
              <bdi>{taken.name}</bdi>
            </b>
            {taken.state === "asking" && <span class="soft">…</span>}
            {typeof taken.state === "object" && "done" in taken.state && (
              <span>
                {taken.state.done}
                {taken.state.to !== undefined && (
                  <>
                    {" · "}
                    <a href={createViewUrl(taken.state.to)}>look</a>
                  </>
                )}
              </span>
            )}
            <button
              type="button"
              class="bare"
              onClick={() => (lastOpenedFileStatus.value = undefined)}
            >
              <Icon name="close" />
              <span class="hidden">Close</span>
            </button>
          </div>
          {taken.state instanceof Error && <ErrorNotice error={taken.state} />}
        </div>
      )}
    </div>
  );
};
