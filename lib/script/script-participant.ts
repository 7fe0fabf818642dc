import type { Micros, Party, TypeId } from "../base/identifiers/identifiers.ts";
import type { Value } from "../base/values/value.ts";
import type { LoadedScripts } from "../contracts/daml-lf/script/load-scripts.ts";
import type { ScriptPackageNameAndVersion } from "../contracts/daml-lf/script/package-codecs.ts";
import type {
  ScriptQueryInterfaceView,
  ScriptQueryResultContract,
} from "../contracts/daml-lf/script/query-codecs.ts";
import type {
  ScriptSubmission,
  ScriptTransactionEvent,
} from "../contracts/daml-lf/script/submit-codec.ts";
import type { DamlScriptUser, ScriptUserRight } from "../contracts/daml-lf/script/user-codecs.ts";

/** An active contract. `key` is undefined if the contract has none. */
export interface ContractWithOptionalKey extends ScriptQueryResultContract {
  readonly key: Value | undefined;
}

/**
 * The participant that a script runs against: a ledger in this process, or a server with a JSON Ledger API.
 * Values are ledger values of the types in the script's DAR. All methods reject with a LedgerError.
 */
export interface ScriptParticipant {
  /** Uploads the packages of the script that the participant does not have. */
  uploadMissingPackages(scripts: LoadedScripts, dar: Uint8Array): Promise<void>;

  /** Submits commands. Returns the transaction as the acting and reading parties see it. */
  submitCommands(submission: ScriptSubmission): Promise<readonly ScriptTransactionEvent[]>;

  /**
   * Returns the contracts of a template, in any version of its package, of which a party is a stakeholder;
   * oldest first.
   */
  listActiveContracts(
    parties: readonly Party[],
    template: TypeId,
  ): Promise<readonly ContractWithOptionalKey[]>;
  listInterfaceViews(
    parties: readonly Party[],
    interfaceId: TypeId,
  ): Promise<readonly ScriptQueryInterfaceView[]>;
  /**
   * Returns the active contract with this id, of which a party is a stakeholder, with its
   * created-event blob in hexadecimal. An implementation may search only the contracts of
   * `template`, in any version of its package.
   */
  findContractById(
    parties: readonly Party[],
    template: TypeId,
    contractId: string,
  ): Promise<(ScriptQueryResultContract & { readonly blob: string }) | undefined>;

  allocateParty(hint: string): Promise<Party>;
  /** Returns a party hint with this prefix that is not in use. */
  createPartyHint(prefix: string): string;
  listParties(): Promise<readonly { readonly party: Party; readonly isLocal: boolean }[]>;

  createUser(user: DamlScriptUser, rights: readonly ScriptUserRight[]): Promise<void>;
  getUser(id: string): Promise<DamlScriptUser>;
  deleteUser(id: string): Promise<void>;
  listUsers(): Promise<readonly DamlScriptUser[]>;
  /** Grants rights and returns those that are new. */
  grantRights(id: string, rights: readonly ScriptUserRight[]): Promise<readonly ScriptUserRight[]>;
  /** Revokes rights and returns those that the user had. */
  revokeRights(id: string, rights: readonly ScriptUserRight[]): Promise<readonly ScriptUserRight[]>;
  listRights(id: string): Promise<readonly ScriptUserRight[]>;

  listPackages(): Promise<readonly ScriptPackageNameAndVersion[]>;
  listVettedPackages(): Promise<readonly ScriptPackageNameAndVersion[]>;
  changeVetting(
    change: "Vet" | "Unvet",
    packages: readonly ScriptPackageNameAndVersion[],
  ): Promise<void>;

  getTime(): Promise<Micros>;
  setTime(time: Micros): Promise<void>;
  sleep(micros: bigint): Promise<void>;
}
