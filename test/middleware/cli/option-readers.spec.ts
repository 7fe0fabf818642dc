import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { writeFile } from "node:fs/promises";

import { expect } from "chai";
import { InvalidArgumentError } from "commander";

import * as readers from "../../../middleware/cli/option-readers.ts";
import { useFolder } from "../../support/use-folder.ts";

const refusalOf = (read: () => unknown): string => {
  try {
    read();
  } catch (error) {
    if (error instanceof InvalidArgumentError) return error.message;
    throw error;
  }
  return expect.fail("the value was accepted");
};

describe("readers of command line options", () => {
  const newFile = useFolder("keys");

  it("return values of the right type", () => {
    expect(readers.readApiVersionOption("3.5")).to.equal("3.5");
    expect(readers.parseJobCountOption("4")).to.equal(4);
    expect(readers.readMaxTokenLifetimeOption("60")).to.equal(60);
    expect(readers.readMaxTokenLifetimeOption("participant")).to.be.above(0);
    expect(readers.readTextListOption("b", ["a"])).to.deep.equal(["a", "b"]);
    expect(readers.readStoreLocationOption("postgres://user@host/name")).to.equal(
      "postgres://user@host/name",
    );
    expect(readers.readStoreLocationOption("folder")).to.equal("folder");
    expect(readers.readDelayOption("60000")).to.equal(60_000);
  });

  it("say what they expect when they refuse a value", () => {
    expect(refusalOf(() => readers.readTextListOption(""))).to.equal("Expected a non-empty name.");
    expect(refusalOf(() => readers.parseJobCountOption("many"))).to.match(/from 1 to 9999/);
    expect(refusalOf(() => readers.readDelayOption("soon"))).to.match(/milliseconds/);
    expect(refusalOf(() => readers.readMaxTokenLifetimeOption("soon"))).to.match(/seconds/);
    expect(refusalOf(() => readers.readApiVersionOption("1"))).to.match(
      /^Expected 3.4, 3.5 or 3.6/,
    );
  });

  it("read public keys in PEM, of RSA and of three curves, and no other keys", async () => {
    const written = async (text: string): Promise<string> => {
      const file = newFile();
      await writeFile(file, text);
      return file;
    };
    const pem = ({ publicKey }: { readonly publicKey: KeyObject }): string =>
      publicKey.export({ type: "spki", format: "pem" }).toString();
    const ec = (namedCurve: string): string => pem(generateKeyPairSync("ec", { namedCurve }));
    for (const [text, option] of [
      [pem(generateKeyPairSync("rsa", { modulusLength: 1024 })), "rs256PublicKey"],
      [ec("P-256"), "es256PublicKey"],
      [ec("P-384"), "es384PublicKey"],
      [ec("P-521"), "es512PublicKey"],
    ] as const) {
      const choice = readers.readAuthOption(await written(text));
      expect(choice.kind === "publicKey" && Object.keys(choice.key)).to.deep.equal([option]);
    }
    for (const text of [ec("secp256k1"), pem(generateKeyPairSync("ed25519")), "no key"]) {
      const file = await written(text);
      expect(refusalOf(() => readers.readAuthOption(file))).to.equal(
        `${file} contains no public RSA or EC key in PEM.`,
      );
    }
  });

  it("take a text that cannot be a path as a secret, and refuse a path without a file", () => {
    expect(readers.readAuthOption("\0")).to.deep.equal({ kind: "secret", secret: "\0" });
    expect(readers.readAuthOption("disabled")).to.deep.equal({ kind: "disabled" });
    expect(refusalOf(() => readers.readAuthOption("missing.pem"))).to.match(
      /^There is no file missing.pem/,
    );
  });
});
