import { expect } from "chai";

import type { ErrorResource } from "../../lib/api.ts";
import { createDamlLoaderWithPackages } from "../../lib/contracts/daml-lf/load-dar.ts";
import { requireValueKind } from "../../lib/contracts/daml-lf/runtime/as-kind.ts";
import type { RuntimeRecord } from "../../lib/contracts/daml-lf/runtime/runtime-value.ts";
import { ScriptValueConverter } from "../../lib/contracts/daml-lf/script/script-types.ts";
import { createSubmitErrorValue } from "../../lib/contracts/daml-lf/script/submit-error.ts";
import { type ErrorCode, LedgerError } from "../../lib/index.ts";
import { assembleDar } from "../support/lf/assemble.ts";
import { type Generation, scriptLibrary, submitErrors } from "../support/lf/script-library.ts";

const contract = ["CONTRACT_ID", "00ab"] as const;
const template = ["TEMPLATE_ID", `${"1".repeat(64)}:Main:Iou`] as const;
const other = ["TEMPLATE_ID", `${"2".repeat(64)}:Main:Iou`] as const;
const anInterface = ["INTERFACE_ID", `${"1".repeat(64)}:Main:Asset`] as const;
const another = ["INTERFACE_ID", `${"1".repeat(64)}:Main:Lockable`] as const;

/** An error code of a participant, its resources, and the corresponding constructor of SubmitError. */
const rows: readonly (readonly [string, readonly ErrorResource[], string])[] = [
  ["CONTRACT_NOT_FOUND", [contract], "ContractNotFound"],
  ["CONTRACT_NOT_ACTIVE", [template, contract], "ContractNotFound"],
  ["CONTRACT_NOT_FOUND", [], "TruncatedError"],
  ["UNSUPPORTED_CONTRACT_ID", [contract], "UnsupportedContractId"],
  ["CONTRACT_KEY_NOT_FOUND", [template], "TruncatedError"],
  ["UNRESOLVED_PACKAGE_NAME", [["PACKAGE_NAME", "iou"]], "UnresolvedPackageName"],
  ["DAML_AUTHORIZATION_ERROR", [], "AuthorizationError"],
  ["DISCLOSED_CONTRACT_KEY_HASHING_ERROR", [contract], "TruncatedError"],
  // The error does not contain the arguments of the contract.
  ["CONTRACT_HASHING_ERROR", [template, contract], "TruncatedError"],
  ["DUPLICATE_CONTRACT_KEY", [template], "DuplicateContractKey"],
  ["INCONSISTENT_CONTRACT_KEY", [template], "TruncatedError"],
  ["UNHANDLED_EXCEPTION", [], "UnhandledException"],
  ["INTERPRETATION_USER_ERROR", [["EXCEPTION_TEXT", "no"]], "UserError"],
  ["TEMPLATE_PRECONDITION_VIOLATED", [], "TemplatePreconditionViolated"],
  ["CREATE_EMPTY_CONTRACT_KEY_MAINTAINERS", [template], "TruncatedError"],
  ["FETCH_EMPTY_CONTRACT_KEY_MAINTAINERS", [template], "TruncatedError"],
  ["WRONGLY_TYPED_CONTRACT", [contract, template, other], "WronglyTypedContract"],
  ["WRONGLY_TYPED_CONTRACT", [contract], "TruncatedError"],
  [
    "CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE",
    [contract, template, anInterface],
    "ContractDoesNotImplementInterface",
  ],
  [
    "CONTRACT_DOES_NOT_IMPLEMENT_REQUIRING_INTERFACE",
    [contract, template, anInterface, another],
    "ContractDoesNotImplementRequiringInterface",
  ],
  ["NON_COMPARABLE_VALUES", [], "NonComparableValues"],
  ["CONTRACT_ID_IN_CONTRACT_KEY", [], "ContractIdInContractKey"],
  ["CONTRACT_ID_COMPARABILITY", [contract], "ContractIdComparability"],
  ["VALUE_NESTING", [], "ValueNesting"],
  ["LOCAL_VERDICT_LOCKED_CONTRACTS", [], "LocalVerdictLockedContracts"],
  ["LOCAL_VERDICT_LOCKED_KEYS", [], "LocalVerdictLockedKeys"],
  ["INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED", [], "UpgradeError"],
  ["INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED", [], "TruncatedError"],
  ["DAML_FAILURE", [], "FailureStatusError"],
  ["INTERPRETATION_CRYPTO_ERROR_MALFORMED_BYTE_ENCODING", [["CRYPTO_VALUE", "xyz"]], "CryptoError"],
  ["DAML_EFFECTFUL_ROLLBACK_ERROR", [], "EffectfulRollbackError"],
  ["INTERPRETATION_DEV_ERROR", [], "DevError"],
  ["NO_SYNCHRONIZER_ON_WHICH_ALL_SUBMITTERS_CAN_SUBMIT", [], "UnknownError"],
];

/** By error code: the constructor of the error, which some libraries do not have. */
const optionalConstructors: Readonly<Record<string, string>> = {
  CONTRACT_HASHING_ERROR: "ContractHashingError",
  INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED: "UpgradeError",
};

for (const generation of ["3.1", "3.3", "3.4", "3.5"] as const satisfies readonly Generation[]) {
  describe(`SubmitError of ${generation}`, () => {
    const library = scriptLibrary(generation);
    const { loader, packages } = createDamlLoaderWithPackages();
    loader.load(assembleDar(library));
    const types = new ScriptValueConverter(packages, library.packageId);
    const known = submitErrors(generation);

    for (const [code, resources, constructor] of rows) {
      const isKnown =
        known.includes(constructor) && known.includes(optionalConstructors[code] ?? constructor);
      const expected = isKnown ? constructor : "UnknownError";
      it(`is ${expected} for ${code} with ${resources.length} resources`, () => {
        const { details } = new LedgerError({
          code: code as ErrorCode,
          cause: "why (error category 9): at most 100",
          context: { error_id: "some.error" },
          resources,
          category: "invalidState",
        });
        const value = requireValueKind(
          "variant",
          createSubmitErrorValue({ details, keys: [] }, types),
        );
        expect(value.shape.names[value.rank]).to.equal(expected);
        if (!isKnown) {
          const [message] = (value.value as RuntimeRecord).fields;
          expect(message).to.match(/Outdated daml-script library/u);
        }
      });
    }
  });
}
