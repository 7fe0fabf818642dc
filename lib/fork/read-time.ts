import { isLedgerError } from "../base/errors/ledger-error.ts";
import type { Micros } from "../base/identifiers/identifiers.ts";
import { isJsonObject, type JsonObject } from "../base/values/json-object.ts";
import { parseTimestamp } from "../base/values/time.ts";
import type { EventFormatInput } from "../operations/requests/formats.ts";
import type { ParticipantReader } from "./participant-reader.ts";
import type { ParticipantFacts } from "./read-facts.ts";

/** Number of offsets before the pin to examine; lists may not have more elements. */
const lookedAt = 100;

/**
 * Returns the time at the pin as far as it is visible: the latest creation time of a contract or
 * record time of a recent update. Returns undefined if nothing is visible. It does not use the
 * machine's clock, because contracts of an old pin would then be expired.
 */
export const timeAtPin = async (
  remote: ParticipantReader,
  { offset, prunedUpTo }: Pick<ParticipantFacts, "offset" | "prunedUpTo">,
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

/** Returns undefined if the participant was pruned during the read. */
const nothingWhenPruned = (error: unknown): undefined => {
  if (isLedgerError(error) && error.code === "PARTICIPANT_PRUNED_DATA_ACCESSED") return undefined;
  throw error;
};

/**
 * Maximum depth at which the response envelope has its own fields. Fields of templates with the
 * same name are deeper.
 */
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

/** Fields whose contents are named by templates, not by the API. */
const valuesOfContracts: ReadonlySet<string> = new Set([
  "createArgument",
  "contractKey",
  "interfaceViews",
  "choiceArgument",
  "exerciseResult",
]);
