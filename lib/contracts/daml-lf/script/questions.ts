import type { RuntimeValue } from "../runtime/runtime-value.ts";
import * as control from "./control-forms.ts";
import * as packages from "./package-forms.ts";
import * as parties from "./party-forms.ts";
import * as queries from "./query-forms.ts";
import type { QuestionForm } from "./question-form.ts";
import { submitForm } from "./submission-form.ts";
import * as users from "./user-forms.ts";

/** All questions that scripts can ask, in all versions of the library (daml-script.md 2.3). */
const questionFormByKind = {
  submit: submitForm,
  activeContracts: queries.activeContracts,
  contractById: queries.contractById,
  interfaceViews: queries.interfaceViews,
  interfaceView: queries.interfaceView,
  contractByKey: queries.contractByKey,
  contractsByKey: queries.contractsByKey,
  allocateParty: parties.allocatePartyForm,
  listKnownParties: parties.listKnownPartiesForm,
  getTime: parties.getTimeForm,
  setTime: parties.setTimeForm,
  sleep: parties.sleepForm,
  validateUserId: users.validateUserIdForm,
  createUser: users.createUserForm,
  getUser: users.getUserForm,
  deleteUser: users.deleteUserForm,
  listAllUsers: users.listAllUsersForm,
  grantUserRights: users.grantUserRightsForm,
  revokeUserRights: users.revokeUserRightsForm,
  listUserRights: users.listUserRightsForm,
  vetPackages: packages.vetPackages,
  unvetPackages: packages.unvetPackages,
  vetDar: packages.vetDar,
  unvetDar: packages.unvetDar,
  listVettedPackages: packages.listVettedPackages,
  listAllPackages: packages.listAllPackages,
  secp256k1Sign: packages.secp256k1Sign,
  secp256k1WithEcdsaSign: packages.secp256k1WithEcdsaSign,
  secp256k1GenerateKeyPair: packages.secp256k1GenerateKeyPair,
  catchException: control.catchExceptionForm,
  tryFailureStatus: control.tryFailureStatusForm,
  tryCommands: control.tryCommandsForm,
  throwException: control.throwExceptionForm,
  failWithStatus: control.failWithStatusForm,
};

type QuestionFormByKind = typeof questionFormByKind;
export type QuestionKind = keyof QuestionFormByKind;

/** The content of a question of a kind. */
export type QuestionContent<Kind extends QuestionKind> = ReturnType<
  QuestionFormByKind[Kind]["read"]
>;
/** The answer to a question of a kind. */
export type QuestionAnswer<Kind extends QuestionKind> = Parameters<
  QuestionFormByKind[Kind]["write"]
>[0];

export const findQuestionForm = <Kind extends QuestionKind>(
  kind: Kind,
): QuestionForm<QuestionContent<Kind>, QuestionAnswer<Kind>> =>
  // The compiler cannot prove that both functions of a form belong to the same kind.
  questionFormByKind[kind] as unknown as QuestionForm<QuestionContent<Kind>, QuestionAnswer<Kind>>;

/** Kinds by command name, up to the newest known version. */
const questionKindByCommand: Readonly<
  Record<string, { readonly kind: QuestionKind; readonly upTo: number }>
> = {
  Submit: { kind: "submit", upTo: 2 },
  QueryACS: { kind: "activeContracts", upTo: 1 },
  QueryContractId: { kind: "contractById", upTo: 1 },
  QueryInterface: { kind: "interfaceViews", upTo: 1 },
  QueryInterfaceContractId: { kind: "interfaceView", upTo: 1 },
  QueryContractKey: { kind: "contractByKey", upTo: 1 },
  QueryByKey: { kind: "contractByKey", upTo: 2 },
  QueryNByKey: { kind: "contractsByKey", upTo: 1 },
  AllocateParty: { kind: "allocateParty", upTo: 2 },
  ListKnownParties: { kind: "listKnownParties", upTo: 1 },
  GetTime: { kind: "getTime", upTo: 1 },
  SetTime: { kind: "setTime", upTo: 1 },
  Sleep: { kind: "sleep", upTo: 1 },
  ValidateUserId: { kind: "validateUserId", upTo: 1 },
  CreateUser: { kind: "createUser", upTo: 1 },
  GetUser: { kind: "getUser", upTo: 1 },
  DeleteUser: { kind: "deleteUser", upTo: 1 },
  ListAllUsers: { kind: "listAllUsers", upTo: 1 },
  GrantUserRights: { kind: "grantUserRights", upTo: 1 },
  RevokeUserRights: { kind: "revokeUserRights", upTo: 1 },
  ListUserRights: { kind: "listUserRights", upTo: 1 },
  VetPackages: { kind: "vetPackages", upTo: 1 },
  UnvetPackages: { kind: "unvetPackages", upTo: 1 },
  VetDar: { kind: "vetDar", upTo: 1 },
  UnvetDar: { kind: "unvetDar", upTo: 1 },
  ListVettedPackages: { kind: "listVettedPackages", upTo: 1 },
  ListAllPackages: { kind: "listAllPackages", upTo: 1 },
  Secp256k1Sign: { kind: "secp256k1Sign", upTo: 1 },
  Secp256k1WithEcdsaSign: { kind: "secp256k1WithEcdsaSign", upTo: 1 },
  Secp256k1GenerateKeyPair: { kind: "secp256k1GenerateKeyPair", upTo: 1 },
  Catch: { kind: "catchException", upTo: 1 },
  TryFailureStatus: { kind: "tryFailureStatus", upTo: 1 },
  TryCommands: { kind: "tryCommands", upTo: 1 },
  Throw: { kind: "throwException", upTo: 1 },
  FailWithStatus: { kind: "failWithStatus", upTo: 1 },
};

/** Returns the kind of a command; undefined if no known library has this command in this version. */
export const findQuestionKind = (command: string, version: bigint): QuestionKind | undefined => {
  const known = Object.hasOwn(questionKindByCommand, command)
    ? questionKindByCommand[command]
    : undefined;
  return known !== undefined && version >= 1n && version <= known.upTo ? known.kind : undefined;
};

/** A script or value of Daml code. Callers only pass it on. */
export type OpaqueScriptValue = RuntimeValue;
