import { isLedgerError, ledgerError } from "../base/errors/ledger-error.ts";
import { listOfForm, type OptionForms, requireOptions, text } from "../base/errors/options.ts";
import type { PackageId } from "../base/identifiers/identifiers.ts";
import { isJsonObject } from "../base/values/json-object.ts";
import { openPayload } from "../contracts/daml-lf/archive/archive.ts";
import { decodePackage } from "../contracts/daml-lf/decode/decode-package.ts";
import { damlForms, type DamlOptions, openDamlLoader } from "../contracts/daml-lf/load-dar.ts";
import type { LfPackage } from "../contracts/daml-lf/syntax/ast.ts";
import { comparePackageVersions } from "../contracts/packages/package-version.ts";
import { apiForms, JsonApi, type JsonApiOptions } from "../script/over-json/json-api.ts";
import type { CodegenInput } from "./codegen-input.ts";

export interface ParticipantPackagesOptions extends JsonApiOptions, DamlOptions {
  /**
   * Names of packages, which stand for the highest version that the participant has, or package ids. Every package with templates or
   * interfaces when absent.
   */
  readonly packages?: readonly string[];
}

const participantForms: OptionForms<ParticipantPackagesOptions> = {
  ...apiForms,
  ...damlForms,
  packages: listOfForm("names or ids of packages", text),
};

/** Of all packages together, in bytes. */
const maxBytes = 512 * 1024 * 1024;
/** How many are asked for at once. */
const atOnce = 8;

/**
 * The packages of a running participant, by its JSON API; the rights of any user suffice. Ids are asked for with what they depend on;
 * for names, and for all, every package is. Rejects with what the participant refuses, PACKAGE_NAMES_NOT_FOUND for a name that
 * it does not know, and what refuses a DAR.
 */
export const packagesOfParticipant = async (
  options: ParticipantPackagesOptions,
): Promise<CodegenInput> => {
  requireOptions(options, participantForms);
  const { packages: wanted } = options;
  const downloads = new Downloads(new JsonApi(options));
  if (wanted?.every(isPackageId) !== true) await downloads.all();
  const roots = wanted?.map((each) => downloads.idOf(each)) ?? downloads.readable;
  const payloads = await downloads.closure(roots);
  const packages = openDamlLoader(options).loader.restore(payloads);
  const isRoot = new Set(roots);
  const mains = packages.filter(
    ({ packageId, templates, interfaces }) =>
      isRoot.has(packageId) && (wanted !== undefined || templates.size + interfaces.size > 0),
  );
  return { mains, packages };
};

const isPackageId = (text: string): boolean => /^[\da-f]{64}$/u.test(text);

interface Downloaded {
  readonly payload: Uint8Array;
  /** Undefined for what is not read here, such as Daml-LF 1. */
  readonly read: LfPackage | undefined;
}

class Downloads {
  readonly #api: JsonApi;
  readonly #found = new Map<PackageId, Downloaded>();
  #bytes = 0;

  constructor(api: JsonApi) {
    this.#api = api;
  }

  /** Those that can be read. */
  get readable(): readonly PackageId[] {
    return [...this.#found].flatMap(([id, { read }]) => (read === undefined ? [] : [id]));
  }

  async all(): Promise<void> {
    const answer = await this.#api.get("/v2/packages");
    const ids = isJsonObject(answer) ? answer["packageIds"] : undefined;
    if (!Array.isArray(ids)) throw noSuchAnswer("/v2/packages");
    await this.#inTurns(
      ids.filter((id) => typeof id === "string"),
      async (id) => {
        try {
          await this.#download(id);
        } catch (error) {
          // Packages written in TypeScript have no archive; whoever needs one is told so.
          if (!isLedgerError(error) || error.code !== "PACKAGE_NOT_FOUND") throw error;
        }
      },
    );
  }

  /** The highest version of a name. */
  idOf(nameOrId: string): PackageId {
    if (isPackageId(nameOrId)) return nameOrId;
    const [found] = [...this.#found.values()]
      .flatMap(({ read }) => (read?.name === nameOrId ? [read] : []))
      .sort((one, other) => comparePackageVersions(other.version, one.version));
    if (found !== undefined) return found.packageId;
    throw ledgerError("PACKAGE_NAMES_NOT_FOUND", {
      cause: `The participant has no package that is called ${nameOrId}.`,
    });
  }

  /** The payloads of packages and of all that they depend on. */
  async closure(roots: readonly PackageId[]): Promise<readonly Uint8Array[]> {
    const needed = new Set(roots);
    let walked = 0;
    while (walked < needed.size) {
      const next = [...needed].slice(walked);
      walked = needed.size;
      await this.#fetch(next);
      for (const id of next) {
        for (const each of this.#found.get(id)?.read?.dependencies ?? []) needed.add(each);
      }
    }
    return [...needed].flatMap((id) => this.#found.get(id)?.payload ?? []);
  }

  async #fetch(ids: readonly PackageId[]): Promise<void> {
    await this.#inTurns(ids, (id) => this.#download(id));
  }

  async #inTurns(
    ids: readonly PackageId[],
    download: (id: PackageId) => Promise<void>,
  ): Promise<void> {
    const missing = ids.filter((id) => !this.#found.has(id));
    for (let index = 0; index < missing.length; index += atOnce) {
      const next = missing.slice(index, index + atOnce);
      await Promise.all(next.map(download));
      if (this.#bytes > maxBytes) throw tooMuch();
    }
  }

  async #download(id: PackageId): Promise<void> {
    const payload = await this.#api.bytes(`/v2/packages/${encodeURIComponent(id)}`);
    this.#bytes += payload.length;
    this.#found.set(id, { payload, read: readable(payload) });
  }
}

const readable = (payload: Uint8Array): LfPackage | undefined => {
  try {
    return decodePackage(openPayload(payload));
  } catch (error) {
    if (isLedgerError(error)) return undefined;
    throw error;
  }
};

const noSuchAnswer = (path: string) =>
  ledgerError("LEDGER_API_INTERNAL_ERROR", {
    cause: `The participant answered ${path} with something else than a list of packages.`,
  });

const tooMuch = () =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `The packages of the participant have more than ${maxBytes} bytes; name those that are wanted.`,
  });
