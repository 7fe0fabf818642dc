import { isLedgerError, ledgerError } from "../base/errors/ledger-error.ts";
import type { PackageId } from "../base/identifiers/identifiers.ts";
import { computeSha256HexDigest } from "../base/values/digest.ts";
import { packageDependencies } from "../contracts/daml-lf/package-dependencies.ts";
import type { Package } from "../contracts/engine/package.ts";
import type { DarLoader } from "../contracts/packages/dar-loader.ts";
import type { ForkCache } from "./fork-cache.ts";
import type { ParticipantReader } from "./participant-reader.ts";
import { unexpectedParticipantResponseError } from "./remote-error.ts";

/** Number of concurrent downloads. */
const concurrentDownloads = 8;

/** The packages that {@link CachedPackageDownloader.find} found, and those that are missing. */
export interface PackageDownloadResult {
  readonly packages: readonly Package[];
  /** The packages of which the participant has no archive, and those that depend on one of them. */
  readonly missing: readonly PackageId[];
}

interface DownloadedPackage {
  readonly bytes: Uint8Array;
  readonly dependencies: readonly PackageId[];
}

/**
 * Downloads packages from a participant. Downloads each package at most once, and not at all if it
 * is in the cache. (The id is the hash of the content, so cached packages stay valid.)
 */
export class CachedPackageDownloader {
  readonly #cache: ForkCache | undefined;
  readonly #payloads = new Map<PackageId, Promise<DownloadedPackage | undefined>>();

  constructor(cache?: ForkCache) {
    this.#cache = cache;
  }

  /** Returns the wanted packages with all their dependencies, except those in `known`. */
  async find(
    remote: ParticipantReader,
    wanted: Iterable<PackageId>,
    { known, loader }: { readonly known: ReadonlySet<PackageId>; readonly loader: DarLoader },
  ): Promise<PackageDownloadResult> {
    const found = new Map<PackageId, DownloadedPackage>();
    const missing = new Set<PackageId>();
    const queue = [...new Set(wanted)].filter((id) => !known.has(id));
    const seen = new Set(queue);
    const work = async (): Promise<void> => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
        const payload = await this.#getOrLoadPayload(remote, id);
        if (payload === undefined) missing.add(id);
        else found.set(id, payload);
        for (const each of payload?.dependencies ?? []) {
          if (seen.has(each) || known.has(each)) continue;
          seen.add(each);
          queue.push(each);
        }
      }
    };
    // A worker ends when it finds the queue empty. Downloads of other workers may add to the queue
    // afterwards, so repeat.
    while (queue.length > 0) await Promise.all(Array.from({ length: concurrentDownloads }, work));
    dropIncomplete(found, missing);
    const payloads = [...found.values()].map(({ bytes }) => bytes);
    return { packages: loader.restore(payloads), missing: [...missing] };
  }

  #getOrLoadPayload(
    remote: ParticipantReader,
    id: PackageId,
  ): Promise<DownloadedPackage | undefined> {
    const known = this.#payloads.get(id);
    if (known !== undefined) return known;
    const loading = this.#load(remote, id);
    this.#payloads.set(id, loading);
    // Remove a failed download so that it can be retried.
    loading.catch(() => this.#payloads.delete(id));
    return loading;
  }

  async #load(remote: ParticipantReader, id: PackageId): Promise<DownloadedPackage | undefined> {
    const name = `packages/${id}.dalf`;
    const cached = await this.#cache?.read(name);
    if (cached !== undefined) {
      if (computeSha256HexDigest(cached) !== id) throw tamperedPackageError(name);
      return createPayload(cached);
    }
    const loaded = await downloadPackage(remote, id);
    if (loaded !== undefined) await this.#cache?.write(name, loaded.bytes);
    return loaded;
  }
}

const createPayload = (bytes: Uint8Array): DownloadedPackage => ({
  bytes,
  dependencies: packageDependencies(bytes),
});

const tamperedPackageError = (name: string) =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `The cached file ${name} is not the package with this id, because it was changed. Delete it.`,
    path: "cache",
  });

/** Downloads one package. Returns undefined if the participant has no archive of it. */
const downloadPackage = async (
  remote: ParticipantReader,
  id: PackageId,
): Promise<DownloadedPackage | undefined> => {
  try {
    const bytes = await remote.getBytes(`/v2/packages/${encodeURIComponent(id)}`);
    const found = computeSha256HexDigest(bytes);
    if (found !== id) {
      throw unexpectedParticipantResponseError(`GET /v2/packages/${id}`, `it hashes to ${found}`);
    }
    return createPayload(bytes);
  } catch (error) {
    if (isLedgerError(error) && error.code === "PACKAGE_NOT_FOUND") return undefined;
    throw error;
  }
};

/** Moves packages with missing dependencies to `missing`, because their code cannot run. */
const dropIncomplete = (
  found: Map<PackageId, DownloadedPackage>,
  missing: Set<PackageId>,
): void => {
  for (let before = -1; before !== missing.size;) {
    before = missing.size;
    for (const [id, { dependencies }] of found) {
      if (!dependencies.some((each) => missing.has(each))) continue;
      found.delete(id);
      missing.add(id);
    }
  }
};
