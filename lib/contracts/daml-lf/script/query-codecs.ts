import type { Party, TypeId } from "../../../base/identifiers/identifiers.ts";
import type { Value } from "../../../base/values/value.ts";
import { createList, type RuntimeValue, toOptional } from "../runtime/runtime-value.ts";
import * as payload from "./payload.ts";
import { defineQuestionCodec } from "./question-codec.ts";
import type { TypedKey } from "./script-types.ts";
import { createPair, createTemplateRep, createTriple } from "./stable-values.ts";
import { createContractIdValue } from "./submit-codec.ts";

// Questions about contracts (daml-script.md 2.6).

/** An active contract of the requested template. */
export interface QueriedContract {
  readonly contractId: string;
  /** The template with which it was created. */
  readonly template: TypeId;
  readonly argument: Value;
}

/** A contract as an interface sees it. The view is undefined if computing it failed. */
export interface FoundView {
  readonly contractId: string;
  readonly view: Value | undefined;
}

export interface TemplateQuery {
  readonly parties: readonly Party[];
  readonly template: TypeId;
}

const readPartiesField = (question: RuntimeValue): readonly Party[] =>
  payload.readList(payload.readField(question, "parties"), payload.readParty);

const forTemplate = (question: RuntimeValue): TemplateQuery => ({
  parties: readPartiesField(question),
  template: payload.readTypeRep(payload.readField(question, "tplId")),
});

const forInterface = (question: RuntimeValue) => ({
  parties: readPartiesField(question),
  interfaceId: payload.readTypeRep(payload.readField(question, "interfaceId")),
});

const readContractIdField = (question: RuntimeValue): string =>
  payload.readContractId(payload.readField(question, "cid"));

export const activeContractsCodec = defineQuestionCodec({
  read: forTemplate,
  write: (found: readonly QueriedContract[], types, { template }) =>
    createList(
      found.map(({ contractId, argument }) =>
        createPair(createContractIdValue(contractId), types.toAnyTemplate(template, argument)),
      ),
    ),
});

export const contractByIdCodec = defineQuestionCodec({
  read: (question) => ({ ...forTemplate(question), contractId: readContractIdField(question) }),
  write: (found: (QueriedContract & { readonly blob: string }) | undefined, types, { template }) =>
    toOptional(
      found &&
        createTriple(
          types.toAnyTemplate(template, found.argument),
          createTemplateRep(types.getConstructorType(found.template)),
          found.blob,
        ),
    ),
});

export const interfaceViewsCodec = defineQuestionCodec({
  read: forInterface,
  write: (found: readonly FoundView[], types, { interfaceId }) =>
    createList(
      found.map(({ contractId, view }) =>
        createPair(
          createContractIdValue(contractId),
          toOptional(view && types.readView(interfaceId, view)),
        ),
      ),
    ),
});

export const interfaceViewCodec = defineQuestionCodec({
  read: (question) => ({ ...forInterface(question), contractId: readContractIdField(question) }),
  write: (found: FoundView | undefined, types, { interfaceId }) =>
    toOptional(found?.view && types.readView(interfaceId, found.view)),
});

export interface KeyQuery extends TemplateQuery {
  readonly key: TypedKey;
}

export const contractByKeyCodec = defineQuestionCodec({
  read: (question, types): KeyQuery => {
    const found = forTemplate(question);
    const key = payload.readField(
      payload.readField(question, "key", "contractKey"),
      "getAnyContractKey",
    );
    return { ...found, key: types.readKey(found.template, key) };
  },
  write: (found: QueriedContract | undefined, types, { template }) =>
    toOptional(
      found &&
        createPair(
          createContractIdValue(found.contractId),
          types.toAnyTemplate(template, found.argument),
        ),
    ),
});

export const contractsByKeyCodec = defineQuestionCodec({
  read: (question, types): KeyQuery & { readonly limit: number } => {
    const limit = payload.readInt(payload.readField(question, "limit"));
    return {
      ...contractByKeyCodec.read(question, types),
      // A number above the maximum of an Int arrives as a negative number.
      limit: limit < 0n ? Number.POSITIVE_INFINITY : Number(limit),
    };
  },
  write: activeContractsCodec.write,
});
