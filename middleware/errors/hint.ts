import { errorBody, type ErrorDetails, type Ledger } from "../../lib/index.ts";
import { childOf, jsonPointer } from "./json-pointer.ts";
import { nearest } from "./nearest.ts";
import { brokenRule } from "./rules.ts";

/** What helps a developer beside the error itself. What is not known is null. */
export interface Hint {
  /** A JSON pointer to the place in the request's body. */
  readonly pointer: string | null;
  /** What may stand there. */
  readonly expected: string | null;
  /** The valid name that comes nearest to the one that stands there. */
  readonly nearest: string | null;
  /** The rule that is broken, by its number in `spec/rules.yaml`. */
  readonly rule: string | null;
  /** Where the code of the error is explained. */
  readonly page: string;
}

/** The request that an error is the answer to. */
export interface FailedRequest {
  readonly operationId: string;
  /** As JSON; undefined when there is none. */
  readonly body: unknown;
  readonly ledger: Ledger;
}

/**
 * A hint at an error; undefined for errors whose details are withheld, unless it is known what a
 * participant did not expect.
 */
export const hintAt = (details: ErrorDetails, request: FailedRequest): Hint | undefined => {
  if (errorBody(details).errorCategory === -1 && details.expected === undefined) return undefined;
  const rule = brokenRule(details, request.operationId);
  const place = placeOf(details, request.body);
  const names = place === undefined ? undefined : namesAt(place, request.ledger);
  const { expected, meant } = names ?? {};
  return {
    pointer: place?.pointer ?? null,
    expected: details.expected ?? expected ?? null,
    nearest: meant === place?.value ? null : (meant ?? null),
    rule: rule ?? null,
    page: `${explanations}#${details.code.toLowerCase()}`,
  };
};

/** Where programs that use this package find its page of errors. */
const explanations = "node_modules/ledger-in-a-box/docs/errors.md";

interface Place {
  readonly pointer: string;
  /** The key that the pointer ends with. */
  readonly key: string;
  /** The object it stands in. */
  readonly holder: unknown;
  readonly value: unknown;
}

const placeOf = ({ path }: ErrorDetails, body: unknown): Place | undefined => {
  if (path === undefined || typeof body !== "object" || body === null) return undefined;
  const pointer = jsonPointer(isAboutCommandsInside(path, body) ? `commands.${path}` : path, body);
  const keys = pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const holder = keys.slice(0, -1).reduce<unknown>(childOf, body);
  const key = keys.at(-1) ?? "";
  return { pointer, key, holder, value: childOf(holder, key) };
};

/** Errors of commands say where in the commands they are, and some requests have commands inside. */
const isAboutCommandsInside = (path: string, body: object): boolean => {
  const commands = childOf(body, "commands");
  if (typeof commands !== "object" || commands === null || Array.isArray(commands)) return false;
  const [first = ""] = /^[^.[]+/.exec(path) ?? [];
  return path.startsWith("commands[") || childOf(body, first) === undefined;
};

interface Names {
  readonly expected?: string | undefined;
  readonly meant?: string | undefined;
}

const namesAt = ({ key, holder, value }: Place, ledger: Ledger): Names => {
  if (value === undefined || value === null) return misspelled(key, holder);
  if (typeof value !== "string") return {};
  switch (key) {
    case "templateId":
    case "interfaceId":
      return {
        expected: `the name of a ${key === "templateId" ? "template" : "template or interface"}`,
        meant: nearest(value, typeNames(ledger)),
      };
    case "choice": {
      const choices = choicesOf(childOf(holder, "templateId"), ledger);
      if (choices.length === 0) return {};
      return { expected: `one of ${choices.join(", ")}`, meant: nearest(value, choices) };
    }
    default:
      return {};
  }
};

/** A field that is missing while another one is there that may be meant to be it. */
const misspelled = (key: string, holder: unknown): Names => {
  const written = typeof holder === "object" && holder !== null ? Object.keys(holder) : [];
  const found = nearest(
    key,
    written.filter((name) => name !== key),
  );
  return found === undefined
    ? { expected: `the field ${key}` }
    : { expected: `the field ${key}, not ${found}`, meant: key };
};

/** Templates and interfaces, as commands and filters name them. */
function* typeNames({ state }: Ledger): Iterable<string> {
  for (const { name, templates, interfaces } of state.packages.packages()) {
    for (const entity of [...templates.keys(), ...interfaces.keys()]) yield `#${name}:${entity}`;
  }
}

const choicesOf = (type: unknown, { state }: Ledger): readonly string[] => {
  if (typeof type !== "string") return [];
  const [origin = "", ...entity] = type.split(":");
  const packages = origin.startsWith("#")
    ? state.packages.versions(origin.slice(1))
    : [state.packages.get(origin)];
  for (const found of packages) {
    const name = entity.join(":");
    const signature = found?.templates.get(name) ?? found?.interfaces.get(name);
    if (signature !== undefined) return [...signature.choices.keys()];
  }
  return [];
};
