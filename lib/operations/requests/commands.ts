import type {
  ContractId,
  Offset,
  PackageId,
  Party,
  SynchronizerId,
  TypeReference,
} from "../../base/identifiers/identifiers.ts";
import type { Nothing, TransactionFormatInput } from "./formats.ts";

/** Commands as clients send them: a JsCommands record of the Ledger API. */
export interface CommandsInput extends CommandsOptionsInput {
  /** At least one; they are executed as one atomic transaction. */
  readonly commands: readonly CommandInput[];
  readonly commandId: string;
  /** At least one. */
  readonly actAs: readonly Party[];
  readonly readAs?: readonly Party[];
  /** The caller when absent. */
  readonly userId?: string;
}

/** What nobody has to set. */
interface CommandsOptionsInput {
  readonly workflowId?: string;
  readonly submissionId?: string;
  /** Chosen when absent. */
  readonly synchronizerId?: SynchronizerId;
  readonly deduplicationPeriod?: DeduplicationPeriodInput | null;
  /** ISO 8601. */
  readonly minLedgerTimeAbs?: string | null;
  readonly minLedgerTimeRel?: DurationInput | null;
  readonly disclosedContracts?: readonly DisclosedContractInput[];
  readonly packageIdSelectionPreference?: readonly PackageId[];
  readonly prefetchContractKeys?: readonly PrefetchContractKeyInput[];
  readonly tapsMaxPasses?: number;
}

/** One of the four; arguments are JSON, as the types of the template have it. */
export type CommandInput =
  | { readonly CreateCommand: CreateCommandInput }
  | { readonly ExerciseCommand: ExerciseCommandInput }
  | { readonly ExerciseByKeyCommand: ExerciseByKeyCommandInput }
  | { readonly CreateAndExerciseCommand: CreateAndExerciseCommandInput };

/** Creates a contract: the template and its arguments, as clients may write them. */
export interface CreateCommandInput {
  /** `#<package name>:<Module>:<Entity>` */
  readonly templateId: TypeReference;
  readonly createArguments: unknown;
}

interface ChoiceInput {
  /** `#<package name>:<Module>:<Entity>`, of a template or an interface. */
  readonly templateId: TypeReference;
  readonly choice: string;
  readonly choiceArgument: unknown;
}

/** What {@link ExerciseCommand} holds, as clients may write it. */
export interface ExerciseCommandInput extends ChoiceInput {
  readonly contractId: ContractId;
}

/** What {@link ExerciseByKeyCommand} holds, as clients may write it. */
export interface ExerciseByKeyCommandInput extends ChoiceInput {
  readonly contractKey: unknown;
}

/** What {@link CreateAndExerciseCommand} holds, as clients may write it. */
export interface CreateAndExerciseCommandInput extends ChoiceInput {
  readonly createArguments: unknown;
}

/** A duration of the ledger API: whole seconds, and nanoseconds from 0 to 999,999,999. */
export interface DurationInput {
  readonly seconds?: number;
  readonly nanos?: number;
}

/** For how long, or since which offset, a repeated command is refused. */
export type DeduplicationPeriodInput =
  | { readonly DeduplicationDuration: { readonly value: DurationInput } }
  | { readonly DeduplicationOffset: { readonly value: Offset } }
  | { readonly Empty: Nothing };

/** A contract that its submitter does not see, by the blob of its created event. */
export interface DisclosedContractInput {
  /** As a created event has it. */
  readonly createdEventBlob: string;
  readonly contractId?: ContractId;
  readonly templateId?: string;
  readonly synchronizerId?: SynchronizerId;
}

/** A key that is looked up before the commands run, which changes nothing here. */
export interface PrefetchContractKeyInput {
  readonly templateId: TypeReference;
  readonly contractKey: unknown;
  readonly limit?: number;
}

/** Commands, and the form of the transaction that is answered. */
export interface SubmitAndWaitForTransactionRequest {
  readonly commands: CommandsInput;
  /** What the transaction is to show; what changed for the acting parties when absent. */
  readonly transactionFormat?: TransactionFormatInput | null;
}
