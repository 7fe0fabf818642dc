import type { RuntimeValue } from "../runtime/runtime-value.ts";
import * as control from "./control-codecs.ts";
import * as packages from "./package-codecs.ts";
import * as parties from "./party-codecs.ts";
import * as queries from "./query-codecs.ts";
import type { ScriptQuestionCodec } from "./question-codec.ts";
import { submitQuestionCodec } from "./submit-codec.ts";
import * as users from "./user-codecs.ts";

/** All questions that scripts can ask, in all versions of the library (daml-script.md 2.3). */
const questionCodecByKind = {
  submit: submitQuestionCodec,
  activeContracts: queries.activeContractsQuestionCodec,
  contractById: queries.contractByIdQuestionCodec,
  interfaceViews: queries.interfaceViewsQuestionCodec,
  interfaceView: queries.interfaceViewQuestionCodec,
  contractByKey: queries.contractByKeyQuestionCodec,
  contractsByKey: queries.contractsByKeyQuestionCodec,
  allocateParty: parties.allocatePartyQuestionCodec,
  listKnownParties: parties.listKnownPartiesQuestionCodec,
  getTime: parties.getTimeQuestionCodec,
  setTime: parties.setTimeQuestionCodec,
  sleep: parties.sleepQuestionCodec,
  validateUserId: users.validateUserIdQuestionCodec,
  createUser: users.createUserQuestionCodec,
  getUser: users.getUserQuestionCodec,
  deleteUser: users.deleteUserQuestionCodec,
  listAllUsers: users.listAllUsersQuestionCodec,
  grantUserRights: users.grantUserRightsQuestionCodec,
  revokeUserRights: users.revokeUserRightsQuestionCodec,
  listUserRights: users.listUserRightsQuestionCodec,
  vetPackages: packages.vetPackagesQuestionCodec,
  unvetPackages: packages.unvetPackagesQuestionCodec,
  vetDar: packages.vetDarQuestionCodec,
  unvetDar: packages.unvetDarQuestionCodec,
  listVettedPackages: packages.listVettedPackagesQuestionCodec,
  listAllPackages: packages.listAllPackagesQuestionCodec,
  secp256k1Sign: packages.secp256k1SignQuestionCodec,
  secp256k1WithEcdsaSign: packages.secp256k1EcdsaSignQuestionCodec,
  secp256k1GenerateKeyPair: packages.secp256k1KeyPairQuestionCodec,
  catchException: control.catchExceptionQuestionCodec,
  tryFailureStatus: control.tryFailureStatusQuestionCodec,
  tryCommands: control.tryCommandsQuestionCodec,
  throwException: control.throwExceptionQuestionCodec,
  failWithStatus: control.failWithStatusQuestionCodec,
};

type QuestionCodecByKind = typeof questionCodecByKind;
export type ScriptQuestionKind = keyof QuestionCodecByKind;

/** The content of a question of a kind. */
export type ScriptQuestionContent<Kind extends ScriptQuestionKind> = ReturnType<
  QuestionCodecByKind[Kind]["read"]
>;
/** The answer to a question of a kind. */
export type ScriptQuestionAnswer<Kind extends ScriptQuestionKind> = Parameters<
  QuestionCodecByKind[Kind]["write"]
>[0];

export const getScriptQuestionCodec = <Kind extends ScriptQuestionKind>(
  kind: Kind,
): ScriptQuestionCodec<ScriptQuestionContent<Kind>, ScriptQuestionAnswer<Kind>> =>
  // The compiler cannot prove that both functions of a codec belong to the same kind.
  questionCodecByKind[kind] as unknown as ScriptQuestionCodec<
    ScriptQuestionContent<Kind>,
    ScriptQuestionAnswer<Kind>
  >;

/** Kind of each command, and the newest version of the command that is known. */
const questionKindByCommand: Readonly<
  Record<string, { readonly kind: ScriptQuestionKind; readonly upTo: number }>
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
export const findScriptQuestionKind = (
  command: string,
  version: bigint,
): ScriptQuestionKind | undefined => {
  const known = Object.hasOwn(questionKindByCommand, command)
    ? questionKindByCommand[command]
    : undefined;
  return known !== undefined && version >= 1n && version <= known.upTo ? known.kind : undefined;
};

/** A script or value of Daml code. Callers only pass it on. */
export type OpaqueScriptValue = RuntimeValue;
