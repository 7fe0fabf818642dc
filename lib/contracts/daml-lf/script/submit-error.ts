import type { ErrorDetails } from "../../../base/errors/ledger-error.ts";
import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import {
  createRuntimeList,
  createRuntimeSome,
  runtimeNone,
  type RuntimeValue,
} from "../runtime/runtime-value.ts";
import { readFailureStatus } from "./failure-status.ts";
import { scriptQuestionsModuleName } from "./script-library.ts";
import type { ScriptValueConverter, TypedContractKey } from "./script-types.ts";
import {
  createFailureStatusValue,
  createNonEmptyListValue,
  createTemplateTypeRepValue,
} from "./stable-values.ts";

/** The reason why a submission was rejected, as far as a script can see it. */
export interface ScriptSubmitError {
  readonly details: ErrorDetails;
  /** The keys in the commands; an error contains at most the template of a key. */
  readonly keys: readonly TypedContractKey[];
}

const errorModule = `${scriptQuestionsModuleName}.Submit.Error`;
const submitError = `${errorModule}:SubmitError`;

/**
 * Returns a value of the library's `ScriptSubmitError` (daml-script.md 2.5). An error without a constructor in
 * the library becomes an UnknownError. An error that lacks data for its constructor becomes a
 * TruncatedError.
 */
export const createSubmitErrorValue = (
  error: ScriptSubmitError,
  types: ScriptValueConverter,
): RuntimeValue => {
  const { code, cause } = error.details;
  const found = errorConstructorByCode[code];
  if (found === undefined) return createUnknownError(types, formatErrorStatus(error.details));
  if (!types.hasPart(submitError, found.name)) {
    return createUnknownError(
      types,
      `Outdated daml-script library failed to represent ${found.name} error as SubmitError`,
    );
  }
  const data = found.data?.(new SubmitErrorReader(error, types)) ?? {};
  const payload = types.createConstructorPayload(submitError, found.name, data);
  if (payload !== undefined) return types.createVariant(submitError, found.name, payload);
  const truncated = types.createRecord(`${submitError}.TruncatedError`, {
    truncatedErrorType: found.name,
    truncatedErrorMessage: cause,
  });
  return types.createVariant(submitError, "TruncatedError", truncated);
};

/** Returns the message as a participant writes a status: the code with its category, and the cause. */
export const formatErrorStatus = ({ code, cause }: ErrorDetails): string => `${code}: ${cause}`;

const createUnknownError = (types: ScriptValueConverter, message: string): RuntimeValue =>
  types.createVariant(
    submitError,
    "UnknownError",
    types.createRecord(`${submitError}.UnknownError`, { unknownErrorMessage: message }),
  );

/** Values of constructor fields, by field name; undefined if the error does not contain the value. */
type ConstructorData = Readonly<Record<string, RuntimeValue | undefined>>;

interface ErrorConstructor {
  readonly name: string;
  readonly data?: (error: SubmitErrorReader) => ConstructorData;
}

/** Reads the data for the fields of constructors from an error. */
class SubmitErrorReader {
  readonly types: ScriptValueConverter;
  readonly #error: ScriptSubmitError;

  constructor(error: ScriptSubmitError, types: ScriptValueConverter) {
    this.#error = error;
    this.types = types;
  }

  get errorCause(): string {
    return this.#error.details.cause;
  }

  get errorCode(): string {
    return this.#error.details.code;
  }

  /** Returns the resource of this type with this index, among those of the type. */
  findResource(type: string, index = 0): string | undefined {
    return this.listResources(type)[index];
  }

  listResources(type: string): readonly string[] {
    return this.#error.details.resources.flatMap(([each, name]) => (each === type ? [name] : []));
  }

  createTypeRep(type: "TEMPLATE_ID" | "INTERFACE_ID", index = 0): RuntimeValue | undefined {
    const id: TypeId | undefined = this.findResource(type, index);
    return id === undefined
      ? undefined
      : createTemplateTypeRepValue(this.types.getConstructorType(id));
  }

  /** Returns the contract id with its template; `template` is the index of the template id in the error. */
  createContractReference(template = 0): RuntimeValue | undefined {
    const contractId = this.findResource("CONTRACT_ID");
    const id = this.findResource("TEMPLATE_ID", template);
    return contractId === undefined || id === undefined
      ? undefined
      : this.types.toAnyContractId(contractId, id);
  }

  /** Returns the key, if exactly one key in the commands can be the key of the error. */
  get matchingKey(): RuntimeValue | undefined {
    const template = this.findResource("TEMPLATE_ID");
    const { keys } = this.#error;
    const [key, ...others] = keys.filter(
      (each) => template === undefined || this.types.isSameEntity(each.template, template),
    );
    return key === undefined || others.length > 0 ? undefined : this.types.toAnyKey(key);
  }

  get failureStatus(): RuntimeValue | undefined {
    const status = readFailureStatus(this.#error.details);
    return status && createFailureStatusValue(status);
  }

  /** Returns a variant of the error module. The end of the code is its constructor: `…_MALFORMED_KEY` is `MalformedKey`. */
  createDetail(variant: string, prefix: string, data: ConstructorData): RuntimeValue | undefined {
    const type = `${errorModule}:${variant}`;
    const name = camelCase(this.errorCode.slice(prefix.length));
    if (!this.types.hasPart(type, name)) return undefined;
    const payload = this.types.createConstructorPayload(type, name, data);
    return payload && this.types.createVariant(type, name, payload);
  }
}

const camelCase = (code: string): string =>
  code
    .toLowerCase()
    .split("_")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");

const contractNotFound: ErrorConstructor = {
  name: "ContractNotFound",
  data: (error) => {
    const [first, ...others] = error.listResources("CONTRACT_ID");
    return {
      unknownContractIds:
        first === undefined ? undefined : createNonEmptyListValue(first, ...others),
      additionalDebuggingInfo: runtimeNone,
    };
  },
};

const upgradeError: ErrorConstructor = {
  name: "UpgradeError",
  data: (error) => ({
    errorType: error.createDetail("UpgradeErrorType", "INTERPRETATION_UPGRADE_ERROR_", {
      coid: error.createContractReference(1),
      srcTemplateId: error.createTypeRep("TEMPLATE_ID", 1),
      dstTemplateId: error.createTypeRep("TEMPLATE_ID", 0),
    }),
    errorMessage: error.errorCause,
  }),
};

const cryptoError: ErrorConstructor = {
  name: "CryptoError",
  data: (error) => {
    const value = error.findResource("CRYPTO_VALUE");
    return {
      cryptoErrorType: error.createDetail("CryptoErrorType", "INTERPRETATION_CRYPTO_ERROR_", {
        value,
        keyValue: value,
        signatureValue: value,
        key: value,
        signature: value,
        cause: error.errorCause,
      }),
      cryptoErrorMessage: error.errorCause,
    };
  },
};

const errorConstructorByCode: Readonly<Record<string, ErrorConstructor>> = {
  CONTRACT_NOT_FOUND: contractNotFound,
  CONTRACT_NOT_ACTIVE: contractNotFound,
  UNSUPPORTED_CONTRACT_ID: {
    name: "UnsupportedContractId",
    data: (error) => ({ unknownContractId: error.findResource("CONTRACT_ID") }),
  },
  CONTRACT_KEY_NOT_FOUND: {
    name: "ContractKeyNotFound",
    data: ({ matchingKey: key }) => ({ contractKey: key }),
  },
  UNRESOLVED_PACKAGE_NAME: {
    name: "UnresolvedPackageName",
    data: (error) => ({ packageName: error.findResource("PACKAGE_NAME") }),
  },
  DAML_AUTHORIZATION_ERROR: {
    name: "AuthorizationError",
    data: ({ errorCause: cause }) => ({ authorizationErrorMessage: cause }),
  },
  DISCLOSED_CONTRACT_KEY_HASHING_ERROR: {
    name: "DisclosedContractKeyHashingError",
    data: (error) => ({
      contractId: error.createContractReference(),
      expectedKey: error.matchingKey,
      givenKeyHash: error.findResource("CONTRACT_KEY_HASH"),
    }),
  },
  CONTRACT_HASHING_ERROR: {
    name: "ContractHashingError",
    data: (error) => ({
      contractId: error.createContractReference(),
      template: error.createTypeRep("TEMPLATE_ID"),
      hashingErrorMessage: error.errorCause,
    }),
  },
  DUPLICATE_CONTRACT_KEY: {
    name: "DuplicateContractKey",
    data: ({ matchingKey: key }) => ({
      duplicateContractKey: key === undefined ? runtimeNone : createRuntimeSome(key),
    }),
  },
  INCONSISTENT_CONTRACT_KEY: {
    name: "InconsistentContractKey",
    data: ({ matchingKey: key }) => ({ contractKey: key }),
  },
  UNHANDLED_EXCEPTION: { name: "UnhandledException", data: () => ({ exc: runtimeNone }) },
  INTERPRETATION_USER_ERROR: {
    name: "UserError",
    data: (error) => ({ userErrorMessage: error.findResource("EXCEPTION_TEXT") }),
  },
  TEMPLATE_PRECONDITION_VIOLATED: { name: "TemplatePreconditionViolated" },
  CREATE_EMPTY_CONTRACT_KEY_MAINTAINERS: { name: "CreateEmptyContractKeyMaintainers" },
  FETCH_EMPTY_CONTRACT_KEY_MAINTAINERS: {
    name: "FetchEmptyContractKeyMaintainers",
    data: ({ matchingKey: key }) => ({ failedTemplateKey: key }),
  },
  WRONGLY_TYPED_CONTRACT: {
    name: "WronglyTypedContract",
    data: (error) => ({
      contractId: error.createContractReference(1),
      expectedTemplateId: error.createTypeRep("TEMPLATE_ID", 0),
      actualTemplateId: error.createTypeRep("TEMPLATE_ID", 1),
    }),
  },
  CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE: {
    name: "ContractDoesNotImplementInterface",
    data: (error) => ({
      contractId: error.createContractReference(),
      templateId: error.createTypeRep("TEMPLATE_ID"),
      interfaceId: error.createTypeRep("INTERFACE_ID"),
    }),
  },
  CONTRACT_DOES_NOT_IMPLEMENT_REQUIRING_INTERFACE: {
    name: "ContractDoesNotImplementRequiringInterface",
    data: (error) => ({
      contractId: error.createContractReference(),
      templateId: error.createTypeRep("TEMPLATE_ID"),
      requiredInterfaceId: error.createTypeRep("INTERFACE_ID", 1),
      requiringInterfaceId: error.createTypeRep("INTERFACE_ID", 0),
    }),
  },
  NON_COMPARABLE_VALUES: { name: "NonComparableValues" },
  CONTRACT_ID_IN_CONTRACT_KEY: { name: "ContractIdInContractKey" },
  CONTRACT_ID_COMPARABILITY: {
    name: "ContractIdComparability",
    data: (error) => ({ globalExistingContractId: error.findResource("CONTRACT_ID") }),
  },
  VALUE_NESTING: {
    name: "ValueNesting",
    data: ({ errorCause: cause }) => ({ limit: BigInt(/\d+/u.exec(cause)?.[0] ?? "100") }),
  },
  LOCAL_VERDICT_LOCKED_CONTRACTS: {
    name: "LocalVerdictLockedContracts",
    data: () => ({ localVerdictLockedContracts: createRuntimeList([]) }),
  },
  LOCAL_VERDICT_LOCKED_KEYS: {
    name: "LocalVerdictLockedKeys",
    data: () => ({ localVerdictLockedKeys: createRuntimeList([]) }),
  },
  INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED: upgradeError,
  INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED: upgradeError,
  INTERPRETATION_UPGRADE_ERROR_AUTHENTICATION_FAILED: upgradeError,
  INTERPRETATION_UPGRADE_ERROR_DOWNGRADE_DROP_DEFINED_FIELD: upgradeError,
  INTERPRETATION_UPGRADE_ERROR_DOWNGRADE_FAILED: upgradeError,
  DAML_FAILURE: {
    name: "FailureStatusError",
    data: ({ failureStatus }) => ({ failureStatus }),
  },
  INTERPRETATION_CRYPTO_ERROR_MALFORMED_BYTE_ENCODING: cryptoError,
  INTERPRETATION_CRYPTO_ERROR_MALFORMED_KEY: cryptoError,
  INTERPRETATION_CRYPTO_ERROR_MALFORMED_SIGNATURE: cryptoError,
  DAML_EFFECTFUL_ROLLBACK_ERROR: {
    name: "EffectfulRollbackError",
    data: ({ errorCause: cause }) => ({ effectfulRollbackErrorMessage: cause }),
  },
  INTERPRETATION_DEV_ERROR: {
    name: "DevError",
    data: ({ types, errorCause: cause }) => ({
      devErrorType: types.createVariant(`${errorModule}:DevErrorType`, "UnknownNewFeature"),
      devErrorMessage: cause,
    }),
  },
};
