import type { PackageId, SynchronizerId } from "../base/identifiers/identifiers.ts";
import type { PackageValidityPeriod, Vetting } from "../base/model/vetting.ts";
import {
  createListReader,
  type JsonReader,
  readInt32,
  readJsonObject,
  readJsonString,
  readOptionalJsonField,
  readOptionalList,
  readOptionalText,
  readRequiredJsonField,
  readTimestamp,
} from "../views/envelope/readers.ts";
import type { ParticipantReader } from "./participant-reader.ts";
import { unexpectedParticipantResponseError } from "./remote-error.ts";

const vettingListPath = "/v2/package-vetting/list";
const maxPages = 10_000;
const maxPackages = 20_000;

interface MutableVetting extends Vetting {
  readonly packages: Map<PackageId, PackageValidityPeriod>;
}

/** Resolves to the packages that the participant has vetted on each synchronizer. */
export const readVettedPackages = async (
  remote: ParticipantReader,
  participantId: string,
): Promise<ReadonlyMap<SynchronizerId, Vetting>> => {
  const vettings = new Map<SynchronizerId, MutableVetting>();
  let count = 0;
  let pageToken = "";
  for (let page = 0; page < maxPages; page++) {
    const answer = readJsonObject(
      await remote.postJson(vettingListPath, {
        topologyStateFilter: { participantIds: [participantId], synchronizerIds: [] },
        pageToken,
      }),
    );
    const found = readOptionalList(answer, "vettedPackages", readVetted);
    for (const { synchronizerId, vetting } of found) {
      const packages =
        vettings.get(synchronizerId)?.packages ?? new Map<PackageId, PackageValidityPeriod>();
      for (const [packageId, validity] of vetting.packages) packages.set(packageId, validity);
      vettings.set(synchronizerId, { serial: vetting.serial, packages });
      count += vetting.packages.size;
    }
    if (count > maxPackages) {
      throw unexpectedParticipantResponseError(
        `POST ${vettingListPath}`,
        `it returned ${count} packages`,
      );
    }
    const next = readOptionalText(answer, "nextPageToken");
    if (found.length === 0 || next === "") return vettings;
    if (next === pageToken) break;
    pageToken = next;
  }
  throw unexpectedParticipantResponseError(`POST ${vettingListPath}`, "its pages do not end");
};

const readVetted: JsonReader<{ synchronizerId: SynchronizerId; vetting: Vetting }> = (json) => {
  const vetted = readJsonObject(json);
  return {
    synchronizerId: readRequiredJsonField(vetted, "synchronizerId", readJsonString),
    vetting: {
      serial: readOptionalJsonField(vetted, "topologySerial", readInt32) ?? 0,
      packages: new Map(
        readOptionalJsonField(vetted, "packages", createListReader(readPackage)) ?? [],
      ),
    },
  };
};

const readPackage: JsonReader<readonly [PackageId, PackageValidityPeriod]> = (json) => {
  const vetted = readJsonObject(json);
  const validFrom = readOptionalJsonField(vetted, "validFromInclusive", readTimestamp);
  const validUntil = readOptionalJsonField(vetted, "validUntilExclusive", readTimestamp);
  return [
    readRequiredJsonField(vetted, "packageId", readJsonString),
    {
      ...(validFrom !== undefined && { validFrom }),
      ...(validUntil !== undefined && { validUntil }),
    },
  ];
};
