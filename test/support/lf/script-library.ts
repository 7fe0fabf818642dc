import { type AssembledPackage, assemblePackage } from "./assemble.ts";
import { modules } from "./notation.ts";

/**
 * Returns a small script library (daml-script.md 1.2): the types of questions and answers, and one function
 * `ask`. It contains copies of the types that are the same in every SDK.
 */
export const scriptLibrary = (generation: Generation): AssembledPackage => {
  const { name, version, details, errors, key } = generations[generation];
  return assemblePackage({
    name,
    version,
    modules: modules`
      module Daml.Script.Internal.LowLevel {
        record Pair a b {_1: a, _2: b}
        record Triple a b c {_1: a, _2: b, _3: c}
        variant Either a b {Left: a, Right: b}
        record NonEmpty a {hd: a, tl: List a}
        unserializable record Rep {getTemplateTypeRep: TypeRep}
        unserializable record AnyTemplate {getAnyTemplate: Any}
        unserializable record AnyChoice {getAnyChoice: Any, getAnyChoiceTemplateTypeRep: Rep}
        unserializable record FailureStatus {
          errorId: Text, category: FailureCategory, message: Text, meta: TextMap Text}
        record SrcLoc {
          srcLocPackage: Text, srcLocModule: Text, srcLocFile: Text, srcLocStartLine: Int64,
          srcLocStartCol: Int64, srcLocEndLine: Int64, srcLocEndCol: Int64}
        record LedgerValue {}
        unserializable variant Free a {Pure: a, Free: ScriptF (Free a)}
        unserializable record ScriptF a {unpack: Question a}
        unserializable record Question a {
          commandName: Text, commandVersion: Int64, payload: LedgerValue,
          locations: List (Pair Text SrcLoc), continue: LedgerValue -> a}
        unserializable record Script a {runScript: Unit -> Free (Pair a Unit), dummy: Unit}

        val dangerousCast: forall a b. a -> b =
          \@a @b (x: a) -> ERROR @b "the engine must replace dangerousCast";
        val ask: forall req res. Text -> Int64 -> req -> Script res =
          \@req @res (name: Text) (version: Int64) (asked: req) -> Script @res {
            runScript = \(u: Unit) -> Free @(Pair res Unit)::Free (ScriptF @(Free (Pair res Unit)) {
              unpack = Question @(Free (Pair res Unit)) {
                commandName = name,
                commandVersion = version,
                payload = Daml.Script.Internal.LowLevel:dangerousCast @req @LedgerValue asked,
                locations = [@(Pair Text SrcLoc) Pair @Text @SrcLoc {_1 = "ask", _2 = SrcLoc {
                  srcLocPackage = "scripts-1.0.0", srcLocModule = "Main", srcLocFile = "Main.daml",
                  srcLocStartLine = 6, srcLocStartCol = 2, srcLocEndLine = 6, srcLocEndCol = 9}}],
                continue = \(answer: LedgerValue) -> Free @(Pair res Unit)::Pure (Pair @res @Unit {
                  _1 = Daml.Script.Internal.LowLevel:dangerousCast @LedgerValue @res answer, _2 = ()})
              }}),
            dummy = ()};
        val bind: forall a b. Script a -> (a -> Script b) -> Script b =
          \@a @b (first: Script a) (next: a -> Script b) -> Script @b {
            runScript = \(u: Unit) ->
              Daml.Script.Internal.LowLevel:bindFree @a @b (first.runScript ()) next,
            dummy = ()};
        val bindFree: forall a b. Free (Pair a Unit) -> (a -> Script b) -> Free (Pair b Unit) =
          \@a @b (free: Free (Pair a Unit)) (next: a -> Script b) -> case free of {
            Free::Pure last -> (Script @b.runScript (next (Pair @a @Unit._1 last))) ();
            Free::Free asked -> Daml.Script.Internal.LowLevel:askFirst @a @b
              (ScriptF @(Free (Pair a Unit)).unpack asked) next};
        val askFirst: forall a b.
            Question (Free (Pair a Unit)) -> (a -> Script b) -> Free (Pair b Unit) =
          \@a @b (question: Question (Free (Pair a Unit))) (next: a -> Script b) ->
            Free @(Pair b Unit)::Free (ScriptF @(Free (Pair b Unit)) {
              unpack = Question @(Free (Pair b Unit)) {
                commandName = question.commandName,
                commandVersion = question.commandVersion,
                payload = question.payload,
                locations = question.locations,
                continue = \(answer: LedgerValue) ->
                  Daml.Script.Internal.LowLevel:bindFree @a @b (question.continue answer) next
              }});
        val pure: forall a. a -> Script a = \@a (x: a) -> Script @a {
          runScript = \(u: Unit) -> Free @(Pair a Unit)::Pure (Pair @a @Unit {_1 = x, _2 = ()}),
          dummy = ()};
      }
      module Daml.Script.Internal.Questions.Util {
        unserializable record AnyContractId {
          templateId: Daml.Script.Internal.LowLevel:Rep, contractId: ContractId Unit}
      }
      module Daml.Script.Internal.Questions.PartyManagement {
        record PartyDetails {party: Party, ${details} isLocal: Bool}
      }
      module Daml.Script.Internal.Questions.UserManagement {
        record UserId {unpack: Text}
        record User {userId: UserId, primaryParty: Optional Party}
        variant UserRight {
          ParticipantAdmin: Unit, CanActAs: Party, CanReadAs: Party, CanReadAsAnyParty: Unit}
        record UserNotFound {userId: UserId}
      }
      module Daml.Script.Internal.Questions.Packages {
        record PackageName {name: Text, version: Text}
      }
      module Daml.Script.Internal.Questions.Crypto.Text {
        record Secp256k1KeyPair {privateKey: Text, publicKey: Text}
      }
      module Daml.Script.Internal.Questions.Commands {
        unserializable record CommandWithMeta {command: Command, explicitPackageId: Bool}
        unserializable variant Command {
          Create: Daml.Script.Internal.Questions.Commands:'Command.Create', Exercise: Daml.Script.Internal.Questions.Commands:'Command.Exercise',
          ExerciseByKey: Daml.Script.Internal.Questions.Commands:'Command.ExerciseByKey', CreateAndExercise: Daml.Script.Internal.Questions.Commands:'Command.CreateAndExercise'}
        unserializable record 'Command.Create' {argC: Daml.Script.Internal.LowLevel:AnyTemplate}
        unserializable record 'Command.Exercise' {
          tplId: Daml.Script.Internal.LowLevel:Rep, cId: ContractId Unit,
          argE: Daml.Script.Internal.LowLevel:AnyChoice}
        unserializable record 'Command.ExerciseByKey' {
          tplId: Daml.Script.Internal.LowLevel:Rep, keyE: AnyContractKey,
          argE: Daml.Script.Internal.LowLevel:AnyChoice}
        unserializable record 'Command.CreateAndExercise' {
          tplArgCE: Daml.Script.Internal.LowLevel:AnyTemplate,
          choiceArgCE: Daml.Script.Internal.LowLevel:AnyChoice}
        unserializable record AnyContractKey {
          getAnyContractKey: ${key},
          getAnyContractKeyTemplateTypeRep: Daml.Script.Internal.LowLevel:Rep}
        unserializable variant CommandResult {
          CreateResult: ContractId Unit, ExerciseResult: Daml.Script.Internal.LowLevel:LedgerValue}
        unserializable record Disclosure {
          templateId: Daml.Script.Internal.LowLevel:Rep, contractId: ContractId Unit, blob: Text}
      }
      module Daml.Script.Internal.Questions.TransactionTree {
        unserializable record TransactionTree {rootEvents: List TreeEvent}
        unserializable variant TreeEvent {CreatedEvent: Created, ExercisedEvent: Exercised}
        unserializable record Created {
          contractId: Daml.Script.Internal.Questions.Util:AnyContractId,
          argument: Daml.Script.Internal.LowLevel:AnyTemplate}
        unserializable record Exercised {
          contractId: Daml.Script.Internal.Questions.Util:AnyContractId, choice: Text,
          argument: Daml.Script.Internal.LowLevel:AnyChoice, childEvents: List TreeEvent}
      }
      module Daml.Script.Internal.Questions.Submit {
        enum ErrorBehaviour {MustSucceed, MustFail, Try}
        unserializable record Submission {
          sActAs: Daml.Script.Internal.LowLevel:NonEmpty Party, sReadAs: List Party,
          sDisclosures: List Daml.Script.Internal.Questions.Commands:Disclosure,
          sErrorBehaviour: ErrorBehaviour,
          sCommands: List Daml.Script.Internal.Questions.Commands:CommandWithMeta,
          sLocation: Optional Unit}
        unserializable record Submit {submissions: List Submission}
      }
      module Daml.Script.Internal.Questions.Submit.Error {
        unserializable variant SubmitError {
          ${Object.keys(errors)
            .map(
              (each) =>
                `${each}: ${errors[each] === "" ? "Unit" : `${error}:'SubmitError.${each}'`}`,
            )
            .join(", ")}}
        ${Object.entries(errors)
          .filter(([, fields]) => fields !== "")
          .map(([each, fields]) => `unserializable record 'SubmitError.${each}' {${fields}}`)
          .join("\n")}
        unserializable variant UpgradeErrorType {TranslationFailed: Unit}
        unserializable variant CryptoErrorType {
          MalformedByteEncoding: ${error}:'CryptoErrorType.MalformedByteEncoding'}
        unserializable record 'CryptoErrorType.MalformedByteEncoding' {value: Text}
        enum DevErrorType {UnknownNewFeature}
        enum ContractNotFoundAdditionalInfo {NotFound}
      }
    `,
  });
};

/** Returns the constructors of SubmitError in this library. */
export const submitErrors = (generation: Generation): readonly string[] =>
  Object.keys(generations[generation].errors);

/**
 * The SDK versions whose script libraries differ in a way that the tests cover, and `none`, a
 * library of no SDK.
 */
export type Generation = keyof typeof generations;

const error = "Daml.Script.Internal.Questions.Submit.Error";
const anyKey = "Daml.Script.Internal.Questions.Commands:AnyContractKey";
const anyId = "Daml.Script.Internal.Questions.Util:AnyContractId";
const rep = "Daml.Script.Internal.LowLevel:Rep";

/** Constructors of SubmitError, with their fields. */
type Errors = Readonly<Record<string, string>>;

const firstErrors: Errors = {
  ContractNotFound: `unknownContractIds: Daml.Script.Internal.LowLevel:NonEmpty Text,
    additionalDebuggingInfo: Optional ContractNotFoundAdditionalInfo`,
  ContractKeyNotFound: `contractKey: ${anyKey}`,
  AuthorizationError: "authorizationErrorMessage: Text",
  DuplicateContractKey: `duplicateContractKey: Optional ${anyKey}`,
  InconsistentContractKey: `contractKey: ${anyKey}`,
  DisclosedContractKeyHashingError: `contractId: ${anyId}, expectedKey: ${anyKey}, givenKeyHash: Text`,
  UnhandledException: "exc: Optional AnyException",
  CreateEmptyContractKeyMaintainers: "invalidTemplate: Daml.Script.Internal.LowLevel:AnyTemplate",
  FetchEmptyContractKeyMaintainers: `failedTemplateKey: ${anyKey}`,
  ContractDoesNotImplementRequiringInterface: `contractId: ${anyId}, templateId: ${rep},
    requiredInterfaceId: ${rep}, requiringInterfaceId: ${rep}`,
  ContractIdInContractKey: "",
  UserError: "userErrorMessage: Text",
  TemplatePreconditionViolated: "",
  WronglyTypedContract: `contractId: ${anyId}, expectedTemplateId: ${rep}, actualTemplateId: ${rep}`,
  ContractDoesNotImplementInterface: `contractId: ${anyId}, templateId: ${rep}, interfaceId: ${rep}`,
  NonComparableValues: "",
  ContractIdComparability: "globalExistingContractId: Text",
  ValueNesting: "limit: Int64",
  LocalVerdictLockedContracts: `localVerdictLockedContracts: List ${anyId}`,
  LocalVerdictLockedKeys: `localVerdictLockedKeys: List ${anyKey}`,
  DevError: "devErrorType: DevErrorType, devErrorMessage: Text",
  UnknownError: "unknownErrorMessage: Text",
  TruncatedError: "truncatedErrorType: Text, truncatedErrorMessage: Text",
};

const laterErrors: Errors = {
  ...firstErrors,
  UnresolvedPackageName: "packageName: Text",
  UpgradeError: "errorType: UpgradeErrorType, errorMessage: Text",
  FailureStatusError: "failureStatus: Daml.Script.Internal.LowLevel:FailureStatus",
  CryptoError: "cryptoErrorType: CryptoErrorType, cryptoErrorMessage: Text",
};

const hashingErrors: Errors = {
  ...laterErrors,
  ContractHashingError: `contractId: ${anyId}, template: ${rep},
    createArg: Daml.Script.Internal.LowLevel:AnyTemplate, hashingErrorMessage: Text`,
};

const latestErrors: Errors = {
  ...hashingErrors,
  UnsupportedContractId: "unknownContractId: Text",
  EffectfulRollbackError: "effectfulRollbackErrorMessage: Text",
};

const generations = {
  "3.1": {
    name: "daml3-script",
    version: "3.1.0",
    details: "displayName: Optional Text,",
    errors: firstErrors,
    key: "Any",
  },
  "3.3": { name: "daml-script", version: "3.3.0", details: "", errors: laterErrors, key: "Any" },
  "3.4": { name: "daml-script", version: "3.4.11", details: "", errors: hashingErrors, key: "Any" },
  "3.5": {
    name: "daml-script",
    version: "3.5.0",
    details: "",
    errors: latestErrors,
    key: "Daml.Script.Internal.LowLevel:LedgerValue",
  },
  /** A library whose package has another name than those of the SDKs. */
  none: { name: "my-script", version: "1.0.0", details: "", errors: laterErrors, key: "Any" },
} as const;
