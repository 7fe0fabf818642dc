import { signal } from "@preact/signals";

import type { ConnectedSynchronizersResult } from "../../../../lib/api.ts";
import { controlApiUrl, explorerPageConfig } from "./boot.ts";
import { ApiError, callControlApi, callLedgerApi } from "./client.ts";
import { formatCount } from "./count.ts";
import { reloadLedgerContent } from "./ledger.ts";
import { getSynchronizerAlias } from "./synchronizers.ts";

/** State of a file that was dropped onto the page or chosen. */
export interface OpenedFileStatus {
  readonly name: string;
  /** In progress, done with a message, or the error. */
  readonly state: "asking" | { readonly done: string; readonly to?: string } | Error;
}

export const lastOpenedFileStatus = signal<OpenedFileStatus | undefined>(undefined);

/** File name extensions that can be chosen. */
export const acceptedFileExtensions = ".dar,.json,.yaml,.yml";

/**
 * Processes files one after the other: uploads DARs, loads fixtures, and opens ledger files. A
 * ledger file opens as a second ledger, and the browser goes to its page. If the ledger runs inside
 * this page, the opened ledger replaces it instead.
 */
export const openDroppedFiles = async (files: Iterable<File>): Promise<void> => {
  for (const file of files) {
    const { name } = file;
    lastOpenedFileStatus.value = { name, state: "asking" };
    try {
      lastOpenedFileStatus.value = { name, state: await loadFile(file) };
      await reloadLedgerContent();
    } catch (error) {
      lastOpenedFileStatus.value = { name, state: error as Error };
      return;
    }
  }
};

type OpenResult = Exclude<OpenedFileStatus["state"], "asking" | Error>;

const loadFile = async (file: File): Promise<OpenResult> => {
  if (/\.dar$/i.test(file.name)) return uploadDroppedDar(file);
  if (!/\.(?:json|ya?ml)$/i.test(file.name)) {
    throw fileRefusedError("Not a DAR, a fixture (.yaml, .json) or a ledger file (.ledger.json).");
  }
  if (controlApiUrl === undefined) {
    throw fileRefusedError("The control API is off: start the ledger with --control.");
  }
  const text = await file.text();
  if (isLedgerFile(text)) return openLedgerFile(text);
  return { done: await loadFixture(text), to: "/updates" };
};

/** Uploads a DAR and vets it on the first synchronizer; the packages view lets the user choose. */
const uploadDroppedDar = async (file: File): Promise<OpenResult> => {
  const { connectedSynchronizers } = (await callLedgerApi(
    "/v2/state/connected-synchronizers",
  )) as ConnectedSynchronizersResult;
  const [first, ...others] = connectedSynchronizers;
  const synchronizerId = others.length === 0 ? "" : (first?.synchronizerId ?? "");
  await uploadDar(file, { isVetted: true, synchronizerId });
  const where = synchronizerId === "" ? "" : ` on ${getSynchronizerAlias(synchronizerId)}`;
  return { done: `uploaded, and vetted${where}`, to: "/packages" };
};

interface DarUpload {
  readonly isVetted: boolean;
  /** Empty if the participant is connected to one synchronizer. */
  readonly synchronizerId: string;
}

export const uploadDar = (
  file: File,
  { isVetted, synchronizerId }: DarUpload,
): Promise<unknown> => {
  const asked = new URLSearchParams({ vetAllPackages: String(isVetted), synchronizerId });
  return callLedgerApi(`/v2/dars?${asked.toString()}`, { bytes: file });
};

/** Returns true if the text begins like a file that `saveLedger` wrote, or like a dump. */
const isLedgerFile = (text: string): boolean =>
  /^\{"(?:ledgerFile|dump)":"ledger-in-a-box"/.test(text);

const openLedgerFile = async (text: string): Promise<OpenResult> => {
  const { path } = (await callControlApi("open", { text })) as { readonly path: string };
  // If the ledger runs inside the page, the opened ledger has already replaced it.
  if (explorerPageConfig.isInPage === true) return { done: "opened", to: "/" };
  location.assign(new URL(path, controlApiUrl));
  return { done: "opened beside this ledger" };
};

/** Loads a fixture; resolves to a text about its result. */
export const loadFixture = async (text: string): Promise<string> => {
  const { names } = (await callControlApi("fixtures", { text })) as {
    readonly names: Readonly<Record<string, string>>;
  };
  return `Loaded; the fixture defines ${formatCount(Object.keys(names).length, "name")}.`;
};

const fileRefusedError = (cause: string): Error => new ApiError(0, { code: "NOT_TAKEN", cause });
