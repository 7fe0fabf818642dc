import { nearest } from "../../lib/internal.ts";

/**
 * Which of the fields that are there, and not known there, somebody took for the one that is missing: the nearest, one
 * that abbreviates it, or what it is called elsewhere. Undefined when there is none.
 */
export const insteadOf = (missing: string, strangers: readonly string[]): string | undefined =>
  nearest(missing, strangers) ??
  strangers.find((name) => isAbbreviation(name, missing) || isAbbreviation(missing, name)) ??
  strangers.find((name) => namesElsewhere[missing]?.includes(name) === true);

/** Begins as the name does, and leaves out some of its letters. */
const isAbbreviation = (text: string, name: string): boolean => {
  if (text.length < 5 || text.length > name.length || text.slice(0, 2) !== name.slice(0, 2)) {
    return false;
  }
  let at = 0;
  for (const letter of name) if (letter === text[at]) at++;
  return at === text.length;
};

/** What fields are called in the API of version 1, in gRPC, or in everyday words. */
const namesElsewhere: Readonly<Record<string, readonly string[]>> = {
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
