import type { PackageId, SynchronizerId } from "../ground/identifiers/identifiers.ts";
import type { PackageValidity, Vetting } from "../ground/model/vetting.ts";
import {
  listOf,
  optional,
  optionalList,
  optionalText,
  type Reader,
  readInt32,
  readObject,
  readText,
  readTimestamp,
  required,
} from "../views/envelope/readers.ts";
import type { ParticipantReader } from "./participant-reader.ts";
import { unexpected } from "./remote-error.ts";

const path = "/v2/package-vetting/list";
const maxPages = 10_000;

/** What a participant has vetted on each of its synchronizers. */
export const readVetting = async (
  remote: ParticipantReader,
  participantId: string,
): Promise<ReadonlyMap<SynchronizerId, Vetting>> => {
  const vettings = new Map<SynchronizerId, Vetting>();
  let pageToken = "";
  for (let page = 0; page < maxPages; page++) {
    const answer = readObject(
      await remote.post(path, {
        topologyStateFilter: { participantIds: [participantId], synchronizerIds: [] },
        pageToken,
      }),
    );
    const found = optionalList(answer, "vettedPackages", readVetted);
    for (const { synchronizerId, vetting } of found) {
      const before = vettings.get(synchronizerId)?.packages ?? [];
      const packages = new Map([...before, ...vetting.packages]);
      vettings.set(synchronizerId, { serial: vetting.serial, packages });
    }
    const next = optionalText(answer, "nextPageToken");
    if (found.length === 0 || next === "") return vettings;
    if (next === pageToken) break;
    pageToken = next;
  }
  throw unexpected(`POST ${path}`, "its pages do not end");
};

const readVetted: Reader<{ synchronizerId: SynchronizerId; vetting: Vetting }> = (json) => {
  const vetted = readObject(json);
  return {
    synchronizerId: required(vetted, "synchronizerId", readText),
    vetting: {
      serial: optional(vetted, "topologySerial", readInt32) ?? 0,
      packages: new Map(optional(vetted, "packages", listOf(readPackage)) ?? []),
    },
  };
};

const readPackage: Reader<readonly [PackageId, PackageValidity]> = (json) => {
  const vetted = readObject(json);
  const validFrom = optional(vetted, "validFromInclusive", readTimestamp);
  const validUntil = optional(vetted, "validUntilExclusive", readTimestamp);
  return [
    required(vetted, "packageId", readText),
    {
      ...(validFrom !== undefined && { validFrom }),
      ...(validUntil !== undefined && { validUntil }),
    },
  ];
};
