import type { PackageId, Party, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type {
  CommandInput,
  DeduplicationPeriodInput,
  DisclosedContractInput,
  DurationInput,
  PrefetchContractKeyInput,
} from "./commands.ts";
import type { Nothing, TransactionFormatInput } from "./formats.ts";

/** The version of the hash of prepared transactions, as clients may write it. */
export type HashingSchemeInput =
  "HASHING_SCHEME_VERSION_UNSPECIFIED" | "HASHING_SCHEME_VERSION_V2" | "HASHING_SCHEME_VERSION_V3";

/** The earliest ledger time that will do. */
export interface MinLedgerTimeInput {
  readonly time?:
    | { readonly MinLedgerTimeAbs: { readonly value: string } }
    | { readonly MinLedgerTimeRel: { readonly value: DurationInput } }
    | { readonly Empty: Nothing };
}

/** Commands of which a transaction is made that external parties then sign. */
export interface PrepareSubmissionRequest {
  readonly commandId: string;
  readonly commands: readonly CommandInput[];
  /** At least one. */
  readonly actAs: readonly Party[];
  readonly readAs?: readonly Party[];
  /** The caller when absent. */
  readonly userId?: string;
  readonly minLedgerTime?: MinLedgerTimeInput | null;
  readonly disclosedContracts?: readonly DisclosedContractInput[];
  readonly synchronizerId?: SynchronizerId;
  readonly packageIdSelectionPreference?: readonly PackageId[];
  /** Whether the answer says what was hashed. */
  readonly verboseHashing?: boolean;
  readonly prefetchContractKeys?: readonly PrefetchContractKeyInput[];
  /** ISO 8601. */
  readonly maxRecordTime?: string | null;
  readonly estimateTrafficCost?: {
    readonly disabled?: boolean;
    readonly expectedSignatures?: readonly string[];
  } | null;
  readonly hashingSchemeVersion?: HashingSchemeInput | null;
  readonly tapsMaxPasses?: number;
}

/** A prepared transaction, and the signatures of its parties. */
export interface ExecuteSubmissionRequest {
  /** As it was prepared, in Base64. */
  readonly preparedTransaction: string;
  readonly partySignatures: {
    readonly signatures: readonly {
      readonly party: Party;
      readonly signatures: readonly SignatureInput[];
    }[];
  };
  readonly submissionId: string;
  readonly hashingSchemeVersion: HashingSchemeInput;
  /** The caller when absent. */
  readonly userId?: string;
  readonly deduplicationPeriod?: DeduplicationPeriodInput | null;
  readonly minLedgerTime?: MinLedgerTimeInput | null;
}

/** As {@link ExecuteSubmissionRequest}, with the form of the transaction that is answered. */
export interface ExecuteSubmissionAndWaitForTransactionRequest extends ExecuteSubmissionRequest {
  /** What the transaction is to show; what changed for the acting parties when absent. */
  readonly transactionFormat?: TransactionFormatInput | null;
}

/** A signature: its bytes in base64, its format, the algorithm, and by which key. */
export interface SignatureInput {
  /** `SIGNATURE_FORMAT_CONCAT`, `SIGNATURE_FORMAT_DER` and so on. */
  readonly format: string;
  /** Base64. */
  readonly signature: string;
  /** The fingerprint of the key. */
  readonly signedBy: string;
  /** `SIGNING_ALGORITHM_SPEC_ED25519` and so on. */
  readonly signingAlgorithmSpec: string;
}

/** A public key: its bytes in base64, its format, and of which kind. */
export interface SigningPublicKeyInput {
  /** `CRYPTO_KEY_FORMAT_RAW` and so on. */
  readonly format: string;
  /** Base64. */
  readonly keyData: string;
  /** `SIGNING_KEY_SPEC_EC_CURVE25519` and so on. */
  readonly keySpec: string;
}

/** The body of `POST /v2/parties/external/generate-topology`. */
export interface GenerateTopologyRequest {
  readonly synchronizer: SynchronizerId;
  readonly partyHint: string;
  readonly publicKey: SigningPublicKeyInput;
  readonly localParticipantObservationOnly?: boolean;
  readonly otherConfirmingParticipantUids?: readonly string[];
  readonly confirmationThreshold?: number;
  readonly observingParticipantUids?: readonly string[];
}

/** The body of `POST /v2/parties/external/allocate`: topology transactions with their signatures. */
export interface AllocateExternalPartyRequest {
  readonly synchronizer: SynchronizerId;
  readonly onboardingTransactions: readonly {
    /** Base64. */
    readonly transaction: string;
    readonly signatures?: readonly SignatureInput[];
  }[];
  readonly multiHashSignatures?: readonly SignatureInput[];
  readonly identityProviderId?: string;
  readonly waitForAllocation?: boolean;
  /** The user that receives CanActAs for the party. */
  readonly userId?: string;
}

/** Which party's keys. */
export interface PartyKeysRequest {
  readonly synchronizer: SynchronizerId;
  readonly party: Party;
}

/** What an external party signed. */
export interface TransactionHashRequest {
  /** Base64. */
  readonly transactionHash: string;
}
