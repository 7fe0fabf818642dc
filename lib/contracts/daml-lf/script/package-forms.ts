import { listFrom, type RuntimeValue } from "../runtime/runtime-value.ts";
import { participantOf, unitAnswer } from "./party-forms.ts";
import * as payload from "./payload.ts";
import { form } from "./question-form.ts";
import { questions } from "./script-library.ts";
import type { ScriptTypes } from "./script-types.ts";

// Questions about packages and signatures (daml-script.md 2.3).

export interface ScriptPackage {
  readonly name: string;
  readonly version: string;
}

const packagesForm = {
  read: (question: RuntimeValue) => ({
    packages: payload.list(payload.field(question, "packages"), (each): ScriptPackage => ({
      name: payload.text(payload.field(each, "name")),
      version: payload.text(payload.field(each, "version")),
    })),
    participant: participantOf(question),
  }),
  ...unitAnswer,
};

export const vetPackages = form(packagesForm);
export const unvetPackages = form(packagesForm);

const darForm = {
  read: (question: RuntimeValue) => ({ dar: payload.text(payload.field(question, "darName")) }),
  ...unitAnswer,
};

export const vetDar = form(darForm);
export const unvetDar = form(darForm);

const packageListForm = {
  read: () => ({}),
  write: (packages: readonly ScriptPackage[], types: ScriptTypes): RuntimeValue =>
    listFrom(
      packages.map(({ name, version }) =>
        types.record(`${questions}.Packages:PackageName`, { name, version }),
      ),
    ),
};

export const listVettedPackages = form(packageListForm);
export const listAllPackages = form(packageListForm);

const signatureForm = {
  read: (question: RuntimeValue) => ({
    privateKey: payload.text(payload.field(question, "privateKey")),
    message: payload.text(payload.field(question, "message")),
  }),
  write: (signature: string): RuntimeValue => signature,
};

export const secp256k1Sign = form(signatureForm);
export const secp256k1WithEcdsaSign = form(signatureForm);

export const secp256k1GenerateKeyPair = form({
  read: () => ({}),
  write: (keys: { readonly privateKey: string; readonly publicKey: string }, types): RuntimeValue =>
    types.record(`${questions}.Crypto.Text:Secp256k1KeyPair`, { ...keys }),
});
