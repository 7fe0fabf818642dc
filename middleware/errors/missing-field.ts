import { findMostSimilarText } from "../../lib/internal.ts";

/**
 * Returns the unknown field that probably is the missing one: the nearest, an abbreviation, or its
 * name in another API. Undefined if there is none.
 */
export const findMisspellingOfMissingField = (
  missing: string,
  unknownNames: readonly string[],
): string | undefined =>
  findMostSimilarText(missing, unknownNames) ??
  unknownNames.find((name) => isAbbreviation(name, missing) || isAbbreviation(missing, name)) ??
  unknownNames.find((name) => alternativeNamesByField[missing]?.includes(name) === true);

/** Returns true if the text starts as the name does and omits some of its letters. */
const isAbbreviation = (text: string, name: string): boolean => {
  if (text.length < 5 || text.length > name.length || text.slice(0, 2) !== name.slice(0, 2)) {
    return false;
  }
  let at = 0;
  for (const letter of name) if (letter === text[at]) at++;
  return at === text.length;
};

/** Names of fields in version 1 of the API, in gRPC and in common use. */
const alternativeNamesByField: Readonly<Record<string, readonly string[]>> = {
  actAs: ["party", "parties", "submitter", "act_as"],
  activeAtOffset: ["offset", "at", "atOffset"],
  beginExclusive: ["begin", "beginOffset", "from", "offset", "start"],
  choiceArgument: ["argument", "arguments", "args", "payload"],
  commandId: ["id", "command_id"],
  contractId: ["id", "cid"],
  contractKey: ["key"],
  eventFormat: ["eventFilter", "format"],
  endInclusive: ["end", "endOffset", "to"],
  id: ["name", "userId", "user_id", "username"],
  partyIdHint: ["hint", "identifierHint"],
  page_end_event_id: ["after", "cursor", "page_token", "pageToken"],
  page_size: ["limit", "count", "size", "max"],
  parties: ["actAs", "party", "readAs"],
  updateFormat: ["format"],
  updateId: ["id", "transactionId"],
  userId: ["applicationId", "user"],
  createArguments: ["payload", "arguments", "argument", "args", "fields"],
  reassignmentCommands: ["commands"],
  reassignmentId: ["id", "unassignId"],
  sort_order: ["order", "sort", "direction"],
  source: ["sourceSynchronizer", "sourceSynchronizerId"],
  submitter: ["actAs", "party"],
  target: ["targetSynchronizer", "targetSynchronizerId"],
  templateId: ["template", "type"],
};
