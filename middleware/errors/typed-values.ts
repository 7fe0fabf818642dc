import type { Ledger } from "../../lib/index.ts";
import {
  findPartiesInJson,
  findValueJsonNameFault,
  type InterfaceSignature,
  splitTypeId,
  type TemplateSignature,
} from "../../lib/internal.ts";
import type { BodyKeyPath } from "./body-places.ts";
import { readJsonChild } from "./json-pointer.ts";

type LedgerState = Ledger["state"];
type ValueType = TemplateSignature["payload"];

/** A ledger value in a body, with its expected type. */
interface TypedValue {
  readonly keys: BodyKeyPath;
  readonly json: unknown;
  readonly type: ValueType;
}

/** Kinds of commands in lists of a body. */
export const commandKinds: ReadonlySet<string> = new Set([
  "CreateCommand",
  "ExerciseCommand",
  "ExerciseByKeyCommand",
  "CreateAndExerciseCommand",
]);

interface FoundCommand {
  readonly keys: BodyKeyPath;
  readonly command: unknown;
}

/** Returns the commands of a body: those in the list `commands`, or in `commands.commands` if `commands` is an object. */
export const findCommandsInRequestBody = (
  body: unknown,
  keys: BodyKeyPath = ["commands"],
): readonly FoundCommand[] => {
  const list = readJsonChild(body, "commands");
  if (!Array.isArray(list)) {
    return keys.length > 1 ? [] : findCommandsInRequestBody(list, [...keys, "commands"]);
  }
  return list.flatMap((entry: unknown, index) =>
    Array.from(commandKinds).flatMap((kind) => {
      const command = readJsonChild(entry, kind);
      return command === undefined ? [] : [{ keys: [...keys, String(index), kind], command }];
    }),
  );
};

/** Returns the signature of a template or interface; undefined for an unknown name. */
export const findTemplateOrInterfaceSignature = (
  reference: unknown,
  { packages }: LedgerState,
): TemplateSignature | InterfaceSignature | undefined => {
  if (typeof reference !== "string" || !reference.includes(":")) return undefined;
  const { packageId, qualifiedName } = splitTypeId(reference);
  const candidates = packageId.startsWith("#")
    ? packages.versions(packageId.slice(1))
    : [packages.get(packageId)];
  for (const candidate of candidates) {
    const found =
      candidate?.templates.get(qualifiedName) ?? candidate?.interfaces.get(qualifiedName);
    if (found !== undefined) return found;
  }
  return undefined;
};

const findTypedValues = (body: unknown, state: LedgerState): readonly TypedValue[] =>
  findCommandsInRequestBody(body).flatMap(({ keys, command }) => {
    const signature = findTemplateOrInterfaceSignature(readJsonChild(command, "templateId"), state);
    if (signature === undefined) return [];
    const choice = signature.choices.get(String(readJsonChild(command, "choice")));
    const template = "payload" in signature ? signature : undefined;
    return [
      ["createArguments", template?.payload] as const,
      ["contractKey", template?.key] as const,
      ["choiceArgument", choice?.argument] as const,
    ].flatMap(([field, type]) => {
      const json = readJsonChild(command, field);
      return type === undefined || json === undefined
        ? []
        : [{ keys: [...keys, field], json, type }];
    });
  });

/** An unknown name, or a missing field, within a ledger value. */
export interface MisnamedValuePart {
  readonly keys: BodyKeyPath;
  readonly expected: string;
  readonly nearest: string | undefined;
}

/** Returns the first misnamed part in or around the value at this place of the body. */
export const findMisnamedValuePart = (
  place: BodyKeyPath,
  body: unknown,
  state: LedgerState,
): MisnamedValuePart | undefined => {
  for (const { keys, json, type } of findTypedValues(body, state)) {
    const isOuter = keys.every((key, index) => key === place[index]);
    const isInner = place.every((key, index) => key === keys[index]);
    if (!isOuter && !isInner) continue;
    const found = findValueJsonNameFault(json, state.packages.shapes.of(type));
    if (found === undefined) continue;
    const { path, expected, nearest } = found;
    return { keys: [...keys, ...path], expected, nearest };
  }
  return undefined;
};

/** A party that a body names. */
export interface PartyInBody {
  readonly keys: BodyKeyPath;
  readonly party: string;
}

/** Field of formats that maps parties to filters. */
export const filtersByPartyField = "filtersByParty";

/** Returns the parties in the ledger values of a body. */
const listPartiesInValues = (body: unknown, state: LedgerState): readonly PartyInBody[] =>
  findTypedValues(body, state).flatMap(({ keys, json, type }) =>
    Array.from(findPartiesInJson(json, state.packages.shapes.of(type)), ({ path, party }) => ({
      keys: [...keys, ...path],
      party,
    })),
  );

export const partyFieldNames: ReadonlySet<string> = new Set([
  "actAs",
  "readAs",
  "party",
  "parties",
  "primaryParty",
  "queryingParties",
  "requestingParties",
  "submitter",
]);

/**
 * Returns the parties that a body names: those of the request itself first, then those in ledger
 * values.
 */
export const findPartiesInRequestBody = (
  body: unknown,
  state: LedgerState,
): readonly PartyInBody[] => [
  ...listPartiesInRequestFields(body),
  ...listPartiesInValues(body, state),
];

/** Maximum depth at which a request names parties. Ledger values are searched by their type instead. */
const maxLevels = 12;

/** Maximum number of names and items that are searched. */
const maxNames = 20_000;

/**
 * Returns the parties that a request itself names and that pass `isWanted`, in order. Skips ledger
 * values.
 */
export const listPartiesInRequestFields = (
  json: unknown,
  isWanted: (party: string) => boolean = () => true,
): readonly PartyInBody[] => {
  const walk = { path: [], found: [], left: maxNames, isWanted };
  collectParties(json, walk);
  return walk.found;
};

interface PartySearch {
  /** Path of the present value; restored after each step. */
  readonly path: string[];
  readonly found: PartyInBody[];
  readonly isWanted: (party: string) => boolean;
  left: number;
}

/**
 * Searches JSON for parties. Runs for every answered request, so it allocates nothing for unwanted
 * parties.
 */
const collectParties = (json: unknown, walk: PartySearch): void => {
  const { path } = walk;
  if (typeof json !== "object" || json === null || path.length > maxLevels) return;
  if (Array.isArray(json)) {
    for (let at = 0; at < json.length && walk.left-- > 0; at++) {
      path.push(String(at));
      collectParties(json[at], walk);
      path.pop();
    }
    return;
  }
  for (const key in json) {
    if (walk.left-- <= 0) return;
    if (commandKinds.has(key)) continue;
    const value = (json as Readonly<Record<string, unknown>>)[key];
    path.push(key);
    if (key === filtersByPartyField && typeof value === "object" && value !== null) {
      for (const party in value) addNestedParty(party, party, walk);
    } else if (!partyFieldNames.has(key)) {
      collectParties(value, walk);
    } else if (typeof value === "string") {
      addParty(value, walk);
    } else if (Array.isArray(value)) {
      for (let at = 0; at < value.length && at < walk.left; at++) {
        const party: unknown = value[at];
        if (typeof party === "string") addNestedParty(String(at), party, walk);
      }
    }
    path.pop();
  }
};

const addNestedParty = (key: string, party: string, walk: PartySearch): void => {
  walk.path.push(key);
  addParty(party, walk);
  walk.path.pop();
};

const addParty = (party: string, { path, found, isWanted }: PartySearch): void => {
  if (isWanted(party)) found.push({ keys: [...path], party });
};
