import { isLedgerError } from "../base/errors/ledger-error.ts";
import type { Micros } from "../base/identifiers/identifiers.ts";
import { isJsonObject, type JsonObject } from "../base/values/json-object.ts";
import { parseTimestamp } from "../base/values/time.ts";
import type { EventFormatInput } from "../operations/requests/formats.ts";
import type { ParticipantReader } from "./participant-reader.ts";
import type { Facts } from "./read-facts.ts";

/** So many offsets before the pin are looked at: lists have no more elements. */
const lookedAt = 100;

/**
 * What time it was at the pin, as far as is visible: when the newest of the contracts was created, or the newest of the last
 * updates recorded, whichever is later. Undefined where nothing is visible. Never this machine's time, by which contracts of
 * a pin long ago would have expired.
 */
export const timeAtPin = async (
  remote: ParticipantReader,
  { offset, prunedUpTo }: Pick<Facts, "offset" | "prunedUpTo">,
  seen: { readonly eventFormat: EventFormatInput; readonly items: readonly JsonObject[] },
): Promise<Micros | undefined> => {
  const texts = [seen.items.flatMap((item) => textsAt(item, "createdAt"))];
  const beginExclusive = Math.max(prunedUpTo + 1, offset - lookedAt);
  if (beginExclusive < offset) {
    const updates = await remote
      .post("/v2/updates", {
        beginExclusive,
        endInclusive: offset,
        updateFormat: {
          includeTransactions: {
            eventFormat: seen.eventFormat,
            transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
          },
        },
      })
      .catch(nothingWhenPruned);
    texts.push(textsAt(updates, "recordTime"));
  }
  let latest: Micros | undefined;
  for (const text of texts.flat()) {
    const time = parseTimestamp(text);
    if (time !== undefined && (latest === undefined || time > latest)) latest = time;
  }
  return latest;
};

/** It may be pruned while it is read. */
const nothingWhenPruned = (error: unknown): undefined => {
  if (isLedgerError(error) && error.code === "PARTICIPANT_PRUNED_DATA_ACCESSED") return undefined;
  throw error;
};

/** Down to where the envelope has them; what templates call the same lies deeper. */
const maxDepth = 7;

const textsAt = (json: unknown, field: string, depth = 0): string[] => {
  if (depth > maxDepth) return [];
  if (Array.isArray(json)) return json.flatMap((each) => textsAt(each, field, depth + 1));
  if (!isJsonObject(json)) return [];
  return Object.entries(json).flatMap(([key, value]) => {
    if (key === field) return typeof value === "string" ? [value] : [];
    return valuesOfContracts.has(key) ? [] : textsAt(value, field, depth + 1);
  });
};

/** What these hold, templates have named. */
const valuesOfContracts: ReadonlySet<string> = new Set([
  "createArgument",
  "contractKey",
  "interfaceViews",
  "choiceArgument",
  "exerciseResult",
]);
