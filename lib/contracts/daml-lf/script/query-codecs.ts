import type { Party, TypeId } from "../../../base/identifiers/identifiers.ts";
import { createContractIdValue } from "../../../base/values/constructors.ts";
import type { Value } from "../../../base/values/value.ts";
import {
  createRuntimeList,
  createRuntimeOptional,
  type RuntimeValue,
} from "../runtime/runtime-value.ts";
import * as payload from "./payload.ts";
import { defineScriptQuestionCodec } from "./question-codec.ts";
import type { TypedContractKey } from "./script-types.ts";
import {
  createRuntimePair,
  createRuntimeTriple,
  createTemplateTypeRepValue,
} from "./stable-values.ts";

// Questions about contracts (daml-script.md 2.6).

/** An active contract of the requested template. */
export interface ScriptQueryResultContract {
  readonly contractId: string;
  /** The template with which it was created. */
  readonly template: TypeId;
  readonly argument: Value;
}

/** A contract as an interface sees it. The view is undefined if computing it failed. */
export interface ScriptQueryInterfaceView {
  readonly contractId: string;
  readonly view: Value | undefined;
}

export interface ScriptTemplateQuery {
  readonly parties: readonly Party[];
  readonly template: TypeId;
}

const readPartiesField = (question: RuntimeValue): readonly Party[] =>
  payload.readListElements(
    payload.readRequiredRecordField(question, "parties"),
    payload.readPartyValue,
  );

const forTemplate = (question: RuntimeValue): ScriptTemplateQuery => ({
  parties: readPartiesField(question),
  template: payload.readTypeIdFromTypeRep(payload.readRequiredRecordField(question, "tplId")),
});

const forInterface = (question: RuntimeValue) => ({
  parties: readPartiesField(question),
  interfaceId: payload.readTypeIdFromTypeRep(
    payload.readRequiredRecordField(question, "interfaceId"),
  ),
});

const readContractIdField = (question: RuntimeValue): string =>
  payload.readContractIdValue(payload.readRequiredRecordField(question, "cid"));

export const activeContractsQuestionCodec = defineScriptQuestionCodec({
  read: forTemplate,
  write: (found: readonly ScriptQueryResultContract[], types, { template }) =>
    createRuntimeList(
      found.map(({ contractId, argument }) =>
        createRuntimePair(
          createContractIdValue(contractId),
          types.toAnyTemplate(template, argument),
        ),
      ),
    ),
});

export const contractByIdQuestionCodec = defineScriptQuestionCodec({
  read: (question) => ({ ...forTemplate(question), contractId: readContractIdField(question) }),
  write: (
    found: (ScriptQueryResultContract & { readonly blob: string }) | undefined,
    types,
    { template },
  ) =>
    createRuntimeOptional(
      found &&
        createRuntimeTriple(
          types.toAnyTemplate(template, found.argument),
          createTemplateTypeRepValue(types.getConstructorType(found.template)),
          found.blob,
        ),
    ),
});

export const interfaceViewsQuestionCodec = defineScriptQuestionCodec({
  read: forInterface,
  write: (found: readonly ScriptQueryInterfaceView[], types, { interfaceId }) =>
    createRuntimeList(
      found.map(({ contractId, view }) =>
        createRuntimePair(
          createContractIdValue(contractId),
          createRuntimeOptional(view && types.readView(interfaceId, view)),
        ),
      ),
    ),
});

export const interfaceViewQuestionCodec = defineScriptQuestionCodec({
  read: (question) => ({ ...forInterface(question), contractId: readContractIdField(question) }),
  write: (found: ScriptQueryInterfaceView | undefined, types, { interfaceId }) =>
    createRuntimeOptional(found?.view && types.readView(interfaceId, found.view)),
});

export interface ScriptContractKeyQuery extends ScriptTemplateQuery {
  readonly key: TypedContractKey;
}

export const contractByKeyQuestionCodec = defineScriptQuestionCodec({
  read: (question, types): ScriptContractKeyQuery => {
    const found = forTemplate(question);
    const key = payload.readRequiredRecordField(
      payload.readRequiredRecordField(question, "key", "contractKey"),
      "getAnyContractKey",
    );
    return { ...found, key: types.readKey(found.template, key) };
  },
  write: (found: ScriptQueryResultContract | undefined, types, { template }) =>
    createRuntimeOptional(
      found &&
        createRuntimePair(
          createContractIdValue(found.contractId),
          types.toAnyTemplate(template, found.argument),
        ),
    ),
});

export const contractsByKeyQuestionCodec = defineScriptQuestionCodec({
  read: (question, types): ScriptContractKeyQuery & { readonly limit: number } => {
    const limit = payload.readIntValue(payload.readRequiredRecordField(question, "limit"));
    return {
      ...contractByKeyQuestionCodec.read(question, types),
      // A number above the maximum of an Int arrives as a negative number.
      limit: limit < 0n ? Number.POSITIVE_INFINITY : Number(limit),
    };
  },
  write: activeContractsQuestionCodec.write,
});
