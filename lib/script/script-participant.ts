import type { Micros, Party, TypeId } from "../base/identifiers/identifiers.ts";
import type { Value } from "../base/values/value.ts";
import type { LoadedScripts } from "../contracts/daml-lf/script/load-scripts.ts";
import type { ScriptPackage } from "../contracts/daml-lf/script/package-forms.ts";
import type { FoundContract, FoundView } from "../contracts/daml-lf/script/query-forms.ts";
import type {
  ScriptSubmission,
  TransactionNode,
} from "../contracts/daml-lf/script/submission-form.ts";
import type { ScriptRight, ScriptUser } from "../contracts/daml-lf/script/user-forms.ts";

/** A contract with its key, if it has one. */
export interface HeldContract extends FoundContract {
  readonly key: Value | undefined;
}

/**
 * The participant that a script is run against: a ledger in process, or whatever answers a JSON Ledger API. Values are
 * ledger values, of the types that the script's DAR has. Everything rejects with the LedgerError of what refuses it.
 */
export interface ScriptParticipant {
  /** Makes the packages of the script known, where they are not. */
  provide(scripts: LoadedScripts, dar: Uint8Array): Promise<void>;

  /** What the transaction did, as the submitting and reading parties see it. */
  submit(submission: ScriptSubmission): Promise<readonly TransactionNode[]>;

  /** Contracts of a template, in any version of its package, that one of the parties has a stake in; oldest first. */
  activeContracts(parties: readonly Party[], template: TypeId): Promise<readonly HeldContract[]>;
  interfaceViews(parties: readonly Party[], interfaceId: TypeId): Promise<readonly FoundView[]>;
  /** An active contract by its id, of whichever template, with its created-event blob in hex. */
  contractById(
    parties: readonly Party[],
    template: TypeId,
    contractId: string,
  ): Promise<(FoundContract & { readonly blob: string }) | undefined>;

  allocateParty(hint: string): Promise<Party>;
  /** A hint that begins with this and that nobody has. */
  freshHint(prefix: string): string;
  parties(): Promise<readonly { readonly party: Party; readonly isLocal: boolean }[]>;

  createUser(user: ScriptUser, rights: readonly ScriptRight[]): Promise<void>;
  user(id: string): Promise<ScriptUser>;
  deleteUser(id: string): Promise<void>;
  users(): Promise<readonly ScriptUser[]>;
  /** Answers which of the rights are new. */
  grantRights(id: string, rights: readonly ScriptRight[]): Promise<readonly ScriptRight[]>;
  /** Answers which of the rights the user had. */
  revokeRights(id: string, rights: readonly ScriptRight[]): Promise<readonly ScriptRight[]>;
  rights(id: string): Promise<readonly ScriptRight[]>;

  packages(): Promise<readonly ScriptPackage[]>;
  vettedPackages(): Promise<readonly ScriptPackage[]>;
  changeVetting(change: "Vet" | "Unvet", packages: readonly ScriptPackage[]): Promise<void>;

  now(): Promise<Micros>;
  setTime(time: Micros): Promise<void>;
  sleep(micros: bigint): Promise<void>;
}
