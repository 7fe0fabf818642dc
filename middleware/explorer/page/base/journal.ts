import type { CommandInput, CommandsInput } from "../../../../lib/api.ts";
import type { JournaledRequest } from "../../../../lib/index.ts";
import { createViewUrl, escapePathSegment } from "./address.ts";
import { callControlApi } from "./client.ts";
import { packageSummaries } from "./ledger.ts";

export interface RequestJournalJson {
  /** Null while recording is off. A ledger opened from a file still has the entries of the file. */
  readonly kept: { readonly entries: number; readonly bodies: boolean } | null;
  /** Number of all entries, regardless of the filter. */
  readonly size: number;
  readonly requests: readonly JournaledRequest[];
}

export interface RequestJournalQuery {
  /** `refused`, or a status of three digits; empty for all. */
  readonly status: string;
}

/** Requests the newest calls that match, oldest first. */
export const fetchRequestJournal = (
  asked: RequestJournalQuery,
  signal?: AbortSignal,
): Promise<RequestJournalJson> => {
  const search = new URLSearchParams({ limit: "1000" });
  if (asked.status !== "") search.set("status", asked.status);
  return callControlApi(`requests?${search.toString()}`, { signal }) as Promise<RequestJournalJson>;
};

/** Records requests with their bodies from now on. */
export const startRequestJournal = (): Promise<unknown> =>
  callControlApi("requests", { body: { keep: true, bodies: true } });

export const fetchJournaledRequest = (
  id: string,
  signal?: AbortSignal,
): Promise<JournaledRequest> =>
  callControlApi(`requests/${escapePathSegment(id)}`, { signal }) as Promise<JournaledRequest>;

/** Returns the commands of a call; undefined if it has none, or its body was truncated. */
export const readJournaledCommands = ({
  requestBody,
}: JournaledRequest): CommandsInput | undefined => {
  try {
    const json = JSON.parse(requestBody ?? "") as Partial<CommandsInput> & {
      readonly commands?: unknown;
    };
    const inner = Array.isArray(json.commands) ? json : json.commands;
    const commands = inner as CommandsInput | undefined;
    return Array.isArray(commands?.commands) ? commands : undefined;
  } catch {
    return undefined;
  }
};

/** Returns the link to a form with the first command of a call, to change it and send it again. */
export const findResendFormLink = (entry: JournaledRequest): string | undefined => {
  const command = readJournaledCommands(entry)?.commands[0];
  if (command === undefined) return undefined;
  const from = String(entry.id);
  if ("CreateCommand" in command) {
    const template = findTypeId(command.CreateCommand.templateId, "templates");
    return template && createViewUrl("/create", { template, from, at: undefined });
  }
  if ("ExerciseCommand" in command) {
    const { contractId, choice, templateId } = command.ExerciseCommand;
    const entity = templateId.split(":").at(-1) ?? "";
    const given = { choice: `${entity}.${choice}`, from, at: undefined };
    return createViewUrl(`/contracts/${escapePathSegment(contractId)}`, given);
  }
  return undefined;
};

/** Returns the argument of a command, as the initial value of a form. */
export const getCommandArgument = (command: CommandInput): unknown => {
  if ("CreateCommand" in command) return command.CreateCommand.createArguments;
  return "ExerciseCommand" in command ? command.ExerciseCommand.choiceArgument : undefined;
};

/** Returns the type id that a reference means; if several packages match, that of the newest. */
const findTypeId = (reference: string, kind: "templates" | "interfaces"): string | undefined => {
  const [packageText = "", ...name] = reference.split(":");
  const qualifiedName = name.join(":");
  const found = packageSummaries
    .peek()
    .findLast(
      (each) =>
        (each.packageId === packageText || `#${each.name}` === packageText) &&
        each[kind].includes(qualifiedName),
    );
  return found && `${found.packageId}:${qualifiedName}`;
};
