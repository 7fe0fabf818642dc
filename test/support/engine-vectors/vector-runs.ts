import { getProtocolVersionRules } from "../../../lib/base/identifiers/protocol-version.ts";
import { decodeValueFromProtobuf } from "../../../lib/base/values/wire-decode.ts";
import type { ContractEngine } from "../../../lib/contracts/engine/contract-engine.ts";
import type {
  PartialTransaction,
  VisibleContractLookup,
} from "../../../lib/contracts/engine/partial-transaction.ts";
import type { PackageSelection } from "../../../lib/contracts/packages/package-selection.ts";
import { decodeCreatedEventBlob } from "../../../lib/contracts/transaction/created-event-blob.ts";
import { createPartialTransaction } from "../../../lib/contracts/transaction/transaction-builder.ts";
import type { Contract, Transaction, Value } from "../../../lib/store.ts";
import { bytesOf, type VectorPackages } from "./vector-packages.ts";
import type {
  ProgramRun,
  ProgramVector,
  SubmissionVector,
  VectorCommand,
  VectorSettings,
} from "./vector-rows.ts";

/** Runs a recorded submission and returns its transaction. */
export const submit = (
  vector: SubmissionVector,
  packages: VectorPackages,
  selection: PackageSelection,
): Transaction => {
  const contracts = new Map<string, Contract>(
    vector.inputs.map(([contractId, blob]) => [contractId, decodeCreatedEventBlob(blob)]),
  );
  const transaction = begin(vector, vector.submissionSeed, selection, {
    contract: (contractId) => contracts.get(contractId),
    contractsByKey: ({ hash }) => {
      const found = vector.keys.find(({ key }) => key.hash === hash);
      return (found?.contractIds ?? []).flatMap((contractId) => contracts.get(contractId) ?? []);
    },
  });
  for (const command of vector.commands) {
    perform(packages.get(command.typeId.slice(0, 64)).engine, transaction, command);
  }
  return transaction.finishTransaction().transaction;
};

/** Runs one choice of a program and returns its transaction. */
export const runChoice = (
  { packageId, createdEventBlob, ...terms }: ProgramVector,
  { choice, contractId, argument: choiceArgument, submissionSeed }: ProgramRun,
  engine: ContractEngine,
  selection: PackageSelection,
): Transaction => {
  const contract = decodeCreatedEventBlob(createdEventBlob);
  const transaction = begin(terms, submissionSeed, selection, {
    contract: (id) => (id === contract.contractId ? contract : undefined),
    contractsByKey: () => [],
  });
  const typeId = `${packageId}:Main:Player`;
  perform(engine, transaction, { kind: "exercise", typeId, contractId, choice, choiceArgument });
  return transaction.finishTransaction().transaction;
};

/** Starts a transaction. Its record time is the ledger time, since the reference engine has only one time. */
const begin = (
  { actAs, ledgerTime, participantId, protocolVersion }: VectorSettings,
  submissionSeed: string,
  packages: PackageSelection,
  view: VisibleContractLookup,
) =>
  createPartialTransaction({
    actAs,
    view,
    packages,
    ledgerTime: BigInt(ledgerTime),
    participantId,
    submissionSeed: new Uint8Array(Buffer.from(submissionSeed, "hex")),
    effectfulRollback: getProtocolVersionRules(protocolVersion).effectfulRollback,
  });

const perform = (
  engine: ContractEngine,
  transaction: PartialTransaction,
  command: VectorCommand,
): void => {
  const { typeId } = command;
  if (command.kind === "create") {
    engine.create(transaction, typeId, valueOf(command.argument));
    return;
  }
  const { choice } = command;
  const argument = valueOf(command.choiceArgument);
  if (command.kind === "exerciseByKey") {
    engine.exerciseByKey(transaction, { typeId, key: valueOf(command.key), choice, argument });
    return;
  }
  const contractId =
    command.kind === "exercise"
      ? command.contractId
      : engine.create(transaction, typeId, valueOf(command.argument));
  engine.exercise(transaction, { typeId, contractId, choice, argument });
};

const valueOf = (base64: string): Value => decodeValueFromProtobuf(bytesOf(base64));
