import type { PackageId, SynchronizerId } from "../base/identifiers/identifiers.ts";
import type { PackageValidity, Vetting } from "../base/model/vetting.ts";
import {
  type JsonReader,
  readerOfList,
  readInt32,
  readObject,
  readOptional,
  readOptionalList,
  readOptionalText,
  readRequired,
  readText,
  readTimestamp,
} from "../views/envelope/readers.ts";
import type { ParticipantReader } from "./participant-reader.ts";
import { unexpectedResponseError } from "./remote-error.ts";

const vettingListPath = "/v2/package-vetting/list";
const maxPages = 10_000;
const maxPackages = 20_000;

interface MutableVetting extends Vetting {
  readonly packages: Map<PackageId, PackageValidity>;
}

/** Resolves to the packages that the participant has vetted on each synchronizer. */
export const readVetting = async (
  remote: ParticipantReader,
  participantId: string,
): Promise<ReadonlyMap<SynchronizerId, Vetting>> => {
  const vettings = new Map<SynchronizerId, MutableVetting>();
  let count = 0;
  let pageToken = "";
  for (let page = 0; page < maxPages; page++) {
    const answer = readObject(
      await remote.postJson(vettingListPath, {
        topologyStateFilter: { participantIds: [participantId], synchronizerIds: [] },
        pageToken,
      }),
    );
    const found = readOptionalList(answer, "vettedPackages", readVetted);
    for (const { synchronizerId, vetting } of found) {
      const packages =
        vettings.get(synchronizerId)?.packages ?? new Map<PackageId, PackageValidity>();
      for (const [packageId, validity] of vetting.packages) packages.set(packageId, validity);
      vettings.set(synchronizerId, { serial: vetting.serial, packages });
      count += vetting.packages.size;
    }
    if (count > maxPackages) {
      throw unexpectedResponseError(`POST ${vettingListPath}`, `it returned ${count} packages`);
    }
    const next = readOptionalText(answer, "nextPageToken");
    if (found.length === 0 || next === "") return vettings;
    if (next === pageToken) break;
    pageToken = next;
  }
  throw unexpectedResponseError(`POST ${vettingListPath}`, "its pages do not end");
};

const readVetted: JsonReader<{ synchronizerId: SynchronizerId; vetting: Vetting }> = (json) => {
  const vetted = readObject(json);
  return {
    synchronizerId: readRequired(vetted, "synchronizerId", readText),
    vetting: {
      serial: readOptional(vetted, "topologySerial", readInt32) ?? 0,
      packages: new Map(readOptional(vetted, "packages", readerOfList(readPackage)) ?? []),
    },
  };
};

const readPackage: JsonReader<readonly [PackageId, PackageValidity]> = (json) => {
  const vetted = readObject(json);
  const validFrom = readOptional(vetted, "validFromInclusive", readTimestamp);
  const validUntil = readOptional(vetted, "validUntilExclusive", readTimestamp);
  return [
    readRequired(vetted, "packageId", readText),
    {
      ...(validFrom !== undefined && { validFrom }),
      ...(validUntil !== undefined && { validUntil }),
    },
  ];
};
