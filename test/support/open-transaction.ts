import { textType } from "../../lib/base/values/common-types.ts";
import { createTextValue, unit } from "../../lib/base/values/constructors.ts";
import type {
  CreateStep,
  ExerciseStep,
  VisibleContractLookup,
} from "../../lib/contracts/engine/partial-transaction.ts";
import { PackageSelection } from "../../lib/contracts/packages/package-selection.ts";
import { PackageRegistry } from "../../lib/contracts/packages/registry.ts";
import type { FinishablePartialTransaction } from "../../lib/contracts/transaction/finished-transaction.ts";
import type { PartialTransactionOptions } from "../../lib/contracts/transaction/partial-transaction-options.ts";
import { createPartialTransaction } from "../../lib/contracts/transaction/transaction-builder.ts";
import type { ContractIdHex, Package, PartyId } from "../../lib/index.ts";
import type { Contract } from "../../lib/store.ts";

export interface OpenOptions extends Partial<PartialTransactionOptions> {
  readonly known?: readonly Package[];
  /** The contracts of the ledger that the submission sees, oldest first. */
  readonly contracts?: readonly Contract[];
}

export type { FinishablePartialTransaction };

/** Returns an open transaction of `actAs` on a ledger with only these contracts and packages. */
export const openTransaction = (
  actAs: readonly PartyId[],
  { known = [], contracts = [], ...options }: OpenOptions = {},
): FinishablePartialTransaction =>
  createPartialTransaction({
    actAs,
    view: viewOf(contracts),
    packages: new PackageSelection(PackageRegistry.of(known)),
    ledgerTime: 1_700_000_000_000_000n,
    participantId: "participant::12200000",
    submissionSeed: new Uint8Array(32),
    ...options,
  });

/** Returns a view of the ledger in which every contract is visible. */
const viewOf = (contracts: readonly Contract[]): VisibleContractLookup => ({
  contract: (contractId) => contracts.find((contract) => contract.contractId === contractId),
  contractsByKey: ({ hash }) => contracts.filter(({ key }) => key?.hash === hash).reverse(),
});

/** Returns a create of the template `Main:Note`, signed by alice by default. */
export const note = (changes: Partial<CreateStep> = {}): CreateStep => ({
  templateId: "00:Main:Note",
  packageName: "notes",
  argument: createTextValue("note"),
  argumentType: textType,
  signatories: ["alice"],
  observers: [],
  ...changes,
});

/** Returns an exercise of the contract, by default a consuming one of its signatories. */
export const exerciseOf = (
  contract: Contract,
  changes: Partial<ExerciseStep> = {},
): ExerciseStep => ({
  contract,
  templateId: contract.templateId,
  choice: "Archive",
  consuming: true,
  argument: unit,
  controllers: contract.signatories,
  choiceObservers: [],
  ...changes,
});

/** Creates a contract and returns it. */
export const createContract = (
  transaction: FinishablePartialTransaction,
  changes: Partial<CreateStep> = {},
): Contract => transaction.getContract(transaction.create(note(changes)));

/** Opens and closes an exercise. */
export const runExercise = (
  transaction: FinishablePartialTransaction,
  contract: Contract,
  changes: Partial<ExerciseStep> = {},
): ContractIdHex => {
  transaction.beginExercise(exerciseOf(contract, changes));
  transaction.endExercise(unit);
  return contract.contractId;
};

/** Returns a contract that an earlier transaction created. */
export const contractOnLedger = (changes: Partial<CreateStep> = {}, seed = 1): Contract => {
  const step = note(changes);
  const submissionSeed = new Uint8Array(32).fill(seed);
  const transaction = openTransaction([...step.signatories], { submissionSeed });
  return createContract(transaction, changes);
};
