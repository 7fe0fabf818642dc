import { createRuntimeList, type RuntimeValue } from "../runtime/runtime-value.ts";
import { readScriptQuestionParticipant, unitAnswerWriter } from "./party-codecs.ts";
import * as payload from "./payload.ts";
import { defineScriptQuestionCodec } from "./question-codec.ts";
import { scriptQuestionsModuleName } from "./script-library.ts";
import type { ScriptValueConverter } from "./script-types.ts";

// Questions about packages and signatures (daml-script.md 2.3).

export interface ScriptPackageNameAndVersion {
  readonly name: string;
  readonly version: string;
}

const packagesCodec = {
  read: (question: RuntimeValue) => ({
    packages: payload.readListElements(
      payload.readRequiredRecordField(question, "packages"),
      (each): ScriptPackageNameAndVersion => ({
        name: payload.readTextValue(payload.readRequiredRecordField(each, "name")),
        version: payload.readTextValue(payload.readRequiredRecordField(each, "version")),
      }),
    ),
    participant: readScriptQuestionParticipant(question),
  }),
  ...unitAnswerWriter,
};

export const vetPackagesQuestionCodec = defineScriptQuestionCodec(packagesCodec);
export const unvetPackagesQuestionCodec = defineScriptQuestionCodec(packagesCodec);

const darCodec = {
  read: (question: RuntimeValue) => ({
    dar: payload.readTextValue(payload.readRequiredRecordField(question, "darName")),
  }),
  ...unitAnswerWriter,
};

export const vetDarQuestionCodec = defineScriptQuestionCodec(darCodec);
export const unvetDarQuestionCodec = defineScriptQuestionCodec(darCodec);

const packageListCodec = {
  read: () => ({}),
  write: (
    packages: readonly ScriptPackageNameAndVersion[],
    types: ScriptValueConverter,
  ): RuntimeValue =>
    createRuntimeList(
      packages.map(({ name, version }) =>
        types.createRecord(`${scriptQuestionsModuleName}.Packages:PackageName`, { name, version }),
      ),
    ),
};

export const listVettedPackagesQuestionCodec = defineScriptQuestionCodec(packageListCodec);
export const listAllPackagesQuestionCodec = defineScriptQuestionCodec(packageListCodec);

const signatureCodec = {
  read: (question: RuntimeValue) => ({
    privateKey: payload.readTextValue(payload.readRequiredRecordField(question, "privateKey")),
    message: payload.readTextValue(payload.readRequiredRecordField(question, "message")),
  }),
  write: (signature: string): RuntimeValue => signature,
};

export const secp256k1SignQuestionCodec = defineScriptQuestionCodec(signatureCodec);
export const secp256k1EcdsaSignQuestionCodec = defineScriptQuestionCodec(signatureCodec);

export const secp256k1KeyPairQuestionCodec = defineScriptQuestionCodec({
  read: () => ({}),
  write: (keys: { readonly privateKey: string; readonly publicKey: string }, types): RuntimeValue =>
    types.createRecord(`${scriptQuestionsModuleName}.Crypto.Text:Secp256k1KeyPair`, { ...keys }),
});
