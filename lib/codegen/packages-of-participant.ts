import { isLedgerError, ledgerError } from "../base/errors/ledger-error.ts";
import {
  createListCheck,
  type OptionChecks,
  requireWellFormedOptions,
  textOptionCheck,
} from "../base/errors/options.ts";
import type { PackageId } from "../base/identifiers/identifiers.ts";
import { isJsonObject } from "../base/values/json-object.ts";
import { parseArchivePayload } from "../contracts/daml-lf/archive/archive.ts";
import { decodePackage } from "../contracts/daml-lf/decode/decode-package.ts";
import {
  createDamlLoaderWithPackages,
  damlEngineOptionChecks,
  type DarLoadingOptions,
} from "../contracts/daml-lf/load-dar.ts";
import type { LfPackage } from "../contracts/daml-lf/syntax/ast.ts";
import { comparePackageVersions } from "../contracts/packages/package-version.ts";
import {
  JsonApiClient,
  jsonApiClientOptionChecks,
  type JsonApiClientOptions,
} from "../script/over-json/json-api.ts";
import type { CodegenInput } from "./codegen-input.ts";

export interface ParticipantPackagesDownloadOptions
  extends JsonApiClientOptions, DarLoadingOptions {
  /**
   * Package names or package ids. For a name, the highest version on the participant is used. Default:
   * every package with templates or interfaces.
   */
  readonly packages?: readonly string[];
}

const participantPackagesOptionChecks: OptionChecks<ParticipantPackagesDownloadOptions> = {
  ...jsonApiClientOptionChecks,
  ...damlEngineOptionChecks,
  packages: createListCheck("names or ids of packages", textOptionCheck),
};

/** Maximum size of all packages together, in bytes. */
const maxBytes = 512 * 1024 * 1024;
/** Maximum number of concurrent downloads. */
const maxConcurrentDownloads = 8;

/**
 * Downloads packages from a running participant through its JSON API; any user may do this. If all
 * `packages` are package ids, only these and their dependencies are downloaded; otherwise every package
 * is. Rejects with the participant's errors, with PACKAGE_NAMES_NOT_FOUND for an unknown name, and with
 * the errors of invalid DARs.
 */
export const packagesOfParticipant = async (
  options: ParticipantPackagesDownloadOptions,
): Promise<CodegenInput> => {
  requireWellFormedOptions(options, participantPackagesOptionChecks);
  const { packages: wanted } = options;
  const downloads = new PackageDownloader(new JsonApiClient(options));
  if (wanted?.every(isPackageId) !== true) await downloads.downloadAll();
  const roots = wanted?.map((each) => downloads.resolveId(each)) ?? downloads.decodablePackageIds;
  const payloads = await downloads.downloadWithDependencies(roots);
  const packages = createDamlLoaderWithPackages(options).loader.restore(payloads);
  const isRoot = new Set(roots);
  const mains = packages.filter(
    ({ packageId, templates, interfaces }) =>
      isRoot.has(packageId) && (wanted !== undefined || templates.size + interfaces.size > 0),
  );
  return { mains, packages };
};

const isPackageId = (text: string): boolean => /^[\da-f]{64}$/u.test(text);

interface DownloadedPackage {
  readonly payload: Uint8Array;
  /** Undefined if this library cannot decode the package, for example because it is Daml-LF 1. */
  readonly read: LfPackage | undefined;
}

class PackageDownloader {
  readonly #api: JsonApiClient;
  readonly #found = new Map<PackageId, DownloadedPackage>();
  #bytes = 0;

  constructor(api: JsonApiClient) {
    this.#api = api;
  }

  /** Returns the ids of the downloaded packages that can be decoded. */
  get decodablePackageIds(): readonly PackageId[] {
    return [...this.#found].flatMap(([id, { read }]) => (read === undefined ? [] : [id]));
  }

  async downloadAll(): Promise<void> {
    const answer = await this.#api.get("/v2/packages");
    const ids = isJsonObject(answer) ? answer["packageIds"] : undefined;
    if (!Array.isArray(ids)) throw notAListError("/v2/packages");
    await this.#downloadInBatches(
      ids.filter((id) => typeof id === "string"),
      async (id) => {
        try {
          await this.#downloadPackage(id);
        } catch (error) {
          // A ledger-in-a-box serves no archive of a package that is written in TypeScript. If another
          // package depends on it, loading that package raises an error later.
          if (!isLedgerError(error) || error.code !== "PACKAGE_NOT_FOUND") throw error;
        }
      },
    );
  }

  /** Returns the id itself, or the package id of the highest version of a name. */
  resolveId(nameOrId: string): PackageId {
    if (isPackageId(nameOrId)) return nameOrId;
    const [found] = [...this.#found.values()]
      .flatMap(({ read }) => (read?.name === nameOrId ? [read] : []))
      .sort((one, other) => comparePackageVersions(other.version, one.version));
    if (found !== undefined) return found.packageId;
    throw ledgerError("PACKAGE_NAMES_NOT_FOUND", {
      cause: `The participant has no package with the name ${nameOrId}.`,
    });
  }

  /** Downloads packages and all their dependencies. Returns their payloads. */
  async downloadWithDependencies(roots: readonly PackageId[]): Promise<readonly Uint8Array[]> {
    const needed = new Set(roots);
    let visited = 0;
    while (visited < needed.size) {
      const next = [...needed].slice(visited);
      visited = needed.size;
      await this.#downloadPackages(next);
      for (const id of next) {
        for (const each of this.#found.get(id)?.read?.dependencies ?? []) needed.add(each);
      }
    }
    return [...needed].flatMap((id) => this.#found.get(id)?.payload ?? []);
  }

  async #downloadPackages(ids: readonly PackageId[]): Promise<void> {
    await this.#downloadInBatches(ids, (id) => this.#downloadPackage(id));
  }

  async #downloadInBatches(
    ids: readonly PackageId[],
    download: (id: PackageId) => Promise<void>,
  ): Promise<void> {
    const missing = ids.filter((id) => !this.#found.has(id));
    for (let index = 0; index < missing.length; index += maxConcurrentDownloads) {
      const next = missing.slice(index, index + maxConcurrentDownloads);
      await Promise.all(next.map(download));
      if (this.#bytes > maxBytes) throw tooManyBytesError();
    }
  }

  async #downloadPackage(id: PackageId): Promise<void> {
    const payload = await this.#api.getBytes(`/v2/packages/${encodeURIComponent(id)}`);
    this.#bytes += payload.length;
    this.#found.set(id, { payload, read: decodeIfSupported(payload) });
  }
}

const decodeIfSupported = (payload: Uint8Array): LfPackage | undefined => {
  try {
    return decodePackage(parseArchivePayload(payload));
  } catch (error) {
    if (isLedgerError(error)) return undefined;
    throw error;
  }
};

const notAListError = (path: string) =>
  ledgerError("LEDGER_API_INTERNAL_ERROR", {
    cause: `The participant's answer to ${path} is not a list of packages.`,
  });

const tooManyBytesError = () =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `The packages of the participant have more than ${maxBytes} bytes. List the packages that you need.`,
  });
