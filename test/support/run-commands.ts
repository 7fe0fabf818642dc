import type { ChoiceSignature, Type } from "../../lib/api.ts";
import { splitTypeId } from "../../lib/base/identifiers/identifiers.ts";
import type {
  FinishablePartialTransaction,
  FinishedTransaction,
} from "../../lib/contracts/transaction/finished-transaction.ts";
import type {
  ContractIdHex,
  CreateAndExerciseCommand,
  CreateCommand,
  ExerciseByKeyCommand,
  ExerciseCommand,
  PartyId,
} from "../../lib/index.ts";
import type { Contract, Value } from "../../lib/store.ts";
import { type OpenOptions, openTransaction } from "./open-transaction.ts";

export type AnyCommand =
  CreateCommand | ExerciseCommand | ExerciseByKeyCommand | CreateAndExerciseCommand;

export interface RunCommands extends FinishedTransaction {
  /** JSON of the results: the contract id of each create, the result of each exercise. */
  readonly results: readonly unknown[];
}

/**
 * Interprets commands in their JSON form, with the authority of `actAs`, on a ledger with these packages and
 * contracts.
 */
export const runCommands = (
  actAs: readonly PartyId[],
  commands: readonly AnyCommand[],
  options: OpenOptions = {},
): RunCommands => {
  const transaction = openTransaction(actAs, options);
  const results = commands.map((command) => runCommand(transaction, command));
  return { ...transaction.finishTransaction(), results };
};

const runCommand = (transaction: FinishablePartialTransaction, command: AnyCommand): unknown => {
  const run = new CommandRun(transaction);
  if ("CreateCommand" in command) return run.create(command.CreateCommand);
  if ("ExerciseCommand" in command) {
    return run.exercise(command.ExerciseCommand, command.ExerciseCommand.contractId);
  }
  if ("ExerciseByKeyCommand" in command) return run.exerciseByKey(command.ExerciseByKeyCommand);
  const both = command.CreateAndExerciseCommand;
  return run.exercise(both, run.create(both));
};

class CommandRun {
  readonly #transaction: FinishablePartialTransaction;

  constructor(transaction: FinishablePartialTransaction) {
    this.#transaction = transaction;
  }

  create({ templateId, createArguments }: CreateCommand["CreateCommand"]): ContractIdHex {
    const { id, payload } = this.#packages.getTemplate(templateId);
    return this.#engine(id).create(this.#transaction, id, this.#value(payload, createArguments));
  }

  exercise(
    {
      templateId,
      choice: name,
      choiceArgument,
    }: Omit<ExerciseCommand["ExerciseCommand"], "contractId">,
    contractId: ContractIdHex,
  ): unknown {
    const { id, choices } = this.#packages.getTemplateOrInterface(templateId);
    const choice = choiceIn(choices, name);
    const argument = this.#value(choice.argument, choiceArgument);
    const exercise = { typeId: id, contractId, choice: name, argument };
    return this.#json(choice.result, this.#engine(id).exercise(this.#transaction, exercise));
  }

  exerciseByKey(command: ExerciseByKeyCommand["ExerciseByKeyCommand"]): unknown {
    const { id, key: keyType, choices } = this.#packages.getTemplate(command.templateId);
    const choice = choiceIn(choices, command.choice);
    const result = this.#engine(id).exerciseByKey(this.#transaction, {
      typeId: id,
      key: this.#value(keyType ?? choice.argument, command.contractKey),
      choice: command.choice,
      argument: this.#value(choice.argument, command.choiceArgument),
    });
    return this.#json(choice.result, result);
  }

  get #packages() {
    return this.#transaction.packages;
  }

  #engine(id: string) {
    return this.#packages.getPackage(splitTypeId(id).packageId).engine;
  }

  #value(type: Type, json: unknown): Value {
    return this.#packages.registry.codec(type).decode(json);
  }

  #json(type: Type, value: Value): unknown {
    return this.#packages.registry.codec(type).encode(value);
  }
}

const choiceIn = (choices: ReadonlyMap<string, ChoiceSignature>, name: string): ChoiceSignature => {
  const choice = choices.get(name);
  if (choice === undefined) throw new RangeError(`no choice ${name}`);
  return choice;
};

/** Returns the only contract that a transaction created. */
export const onlyContract = ({ created }: FinishedTransaction): Contract => {
  const [contract, ...others] = created;
  if (contract === undefined || others.length > 0) throw new RangeError("not one contract");
  return contract;
};
