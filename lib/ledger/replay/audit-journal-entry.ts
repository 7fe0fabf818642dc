import { isLedgerError, type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import { contractIdGrammar, matchesGrammar } from "../../base/identifiers/identifier-syntax.ts";
import type { Contract } from "../../base/model/contract.ts";
import type { ExerciseNode, Node } from "../../base/model/node.ts";
import { convertValueToType } from "../../base/values/conform.ts";
import type { Type } from "../../base/values/type.ts";
import type { Value } from "../../base/values/value.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import type { JournalEntry, JournalEvent } from "../state/journal-event.ts";

/**
 * Checks a journal entry that another program may have written. Throws INVALID_ARGUMENT, with the
 * position of the entry, for contracts and exercises that cannot be encoded: their template,
 * interface or choice is unknown, or a value does not have the declared type. `packages` are the
 * packages known after the entry. Linear; a few microseconds per node.
 */
export const auditJournalEntry = (
  { position, events }: JournalEntry,
  packages: PackageRegistry,
): void => {
  try {
    for (const event of events) auditEvent(event, packages);
  } catch (error) {
    if (!isLedgerError(error)) throw error;
    throw ledgerError("INVALID_ARGUMENT", {
      cause: `Entry ${position} of the journal is invalid. ${error.details.cause}`,
    });
  }
};

const auditEvent = (event: JournalEvent, packages: PackageRegistry): void => {
  if (event.kind === "transactionCommitted") auditNodes(event.update.transaction.nodes, packages);
  if (event.kind === "reassignmentCommitted") {
    for (const each of event.update.events) {
      if (each.kind === "assigned") auditContract(each.contract, packages);
    }
  }
  if (event.kind === "journalCondensed") {
    for (const { contract } of event.state.contracts) auditContract(contract, packages);
    for (const { update } of event.state.log) {
      if (update?.kind === "transaction") auditNodes(update.transaction.nodes, packages);
    }
  }
};

const auditNodes = (nodes: readonly Node[], packages: PackageRegistry): void => {
  for (const node of nodes) {
    if (node.kind === "create") auditContract(node.contract, packages);
    if (node.kind === "exercise") auditExercise(node, packages);
  }
};

const auditContract = (
  { contractId, templateId, argument, key }: Contract,
  packages: PackageRegistry,
): void => {
  if (!matchesGrammar(contractIdGrammar, contractId)) {
    throw invalidEntryError(`${contractId} is not a contract id.`);
  }
  const template = packages.template(templateId);
  if (template === undefined) {
    throw unknownDefinitionError(`The template ${templateId} of contract ${contractId}`);
  }
  const what = `The argument of contract ${contractId} (template ${templateId})`;
  auditValue(argument, template.payload, { what, packages });
  if (key === undefined) return;
  if (template.key === undefined) {
    throw invalidEntryError(
      `Contract ${contractId} has a key, but its template ${templateId} does not.`,
    );
  }
  auditValue(key.value, template.key, { what: `The key of contract ${contractId}`, packages });
};

const auditExercise = (node: ExerciseNode, packages: PackageRegistry): void => {
  const { templateId, interfaceId, argument, result } = node;
  const template = packages.template(templateId);
  const ofInterface = interfaceId === undefined ? undefined : packages.interface(interfaceId);
  const choice = ofInterface?.choices.get(node.choice) ?? template?.choices.get(node.choice);
  const name = `${interfaceId ?? templateId}:${node.choice}`;
  if (template === undefined || choice === undefined) {
    throw unknownDefinitionError(`The choice ${name}, which node ${node.nodeId} exercises,`);
  }
  auditValue(argument, choice.argument, { what: `The argument of ${name}`, packages });
  if (result === undefined) return;
  auditValue(result, choice.result, { what: `The result of ${name}`, packages });
};

interface ValueContext {
  readonly what: string;
  readonly packages: PackageRegistry;
}

const auditValue = (value: Value, type: Type, { what, packages }: ValueContext): void => {
  try {
    convertValueToType(packages.shapes.of(type), value, Infinity);
  } catch (error) {
    if (!isLedgerError(error)) throw error;
    throw invalidEntryError(`${what} does not have the declared type: ${error.details.cause}`);
  }
};

const unknownDefinitionError = (what: string): LedgerError =>
  invalidEntryError(`${what} is not in any package that the ledger knows after this entry.`);

const invalidEntryError = (cause: string): LedgerError =>
  ledgerError("INVALID_ARGUMENT", { cause });
