import { createPublicKey, type KeyObject, randomBytes } from "node:crypto";
import { readFileSync, statSync } from "node:fs";

import { Command, InvalidArgumentError, Option } from "commander";

import {
  type IdentityProviderConfig,
  isProtocolVersion,
  type Precedence,
  precedences,
  type ProtocolVersion,
  protocolVersions,
} from "../../lib/index.ts";
import type { TokenTarget } from "../auth/token-kind.ts";
import type { KeyOption } from "../auth/verification-key.ts";

/** What the command line asks for. */
export interface Settings {
  /** 0 is any free port. */
  readonly port: number;
  /** Files to load in place of the built-in scenarios; empty: those. */
  readonly fixtures: readonly string[];
  readonly auth: AuthSetting;
  /** What tokens must be made for; nothing in particular when it names neither. */
  readonly target: TokenTarget;
  /** As far ahead as one likes when absent. */
  readonly maxTokenLifetimeSeconds: number | undefined;
  /** Whose tokens are taken besides. */
  readonly identityProviders: readonly IdentityProviderConfig[];
  /** How many parties users may allocate for themselves; absent: what the fixtures say, or none. */
  readonly maxSelfAllocatedParties: number | undefined;
  readonly errors: "hints" | "exact";
  /** Whose way is taken where the specification and a participant disagree. */
  readonly precedence: Precedence;
  /** How long a request may take; undefined: 20 seconds. */
  readonly requestTimeoutMillis: number | undefined;
  /** Origins of web pages that may use the ledger. */
  readonly cors: readonly string[];
  readonly control: boolean;
  /** For how long commands are in flight. */
  readonly commitDelayMillis: number;
  /** Absent: what the fixtures say, or else 35. */
  readonly protocolVersion: ProtocolVersion | undefined;
  /** Aliases of the synchronizers to connect to; empty: one called `local`. */
  readonly synchronizers: readonly string[];
}

export type AuthSetting =
  | { readonly kind: "disabled" }
  /** Tokens are made and verified with it. */
  | { readonly kind: "secret"; readonly secret: string }
  /** Tokens can be verified, but not made here. */
  | { readonly kind: "publicKey"; readonly key: KeyOption };

export interface CommandLine {
  /** Without the program. */
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
}

/**
 * Reads the command line. Throws a CommanderError, having said why, when there is nothing to be done:
 * for help and for arguments that make no sense.
 */
export const readSettings = ({
  arguments: given,
  environment,
  write,
  writeError,
}: CommandLine): Settings => {
  const command = new Command("ledger-in-a-box")
    .description("Serves a Canton participant's JSON Ledger API on 127.0.0.1, with demo data.")
    .option("--port <number>", "port to listen on; 0 for any (default: PORT, or 7575)", readPort)
    .option("--fixtures <file...>", "YAML, JSON or module files to load instead of the demo data")
    .option(
      "--auth <key>",
      "secret of HS256 tokens, PEM file of a public key, or disabled (default: a random secret)",
      readAuth,
    )
    .option(
      "--audience <text>",
      "take tokens for this audience only, whatever their scope",
      readName,
    )
    .option("--scope <word>", "take tokens of this scope only, in scope or scp", readName)
    .option(
      "--max-token-lifetime <seconds>",
      "refuse tokens that expire later, or never (default: none)",
      readSeconds,
    )
    .option(
      "--identity-provider <id,issuer,url,audience...>",
      "take tokens of this issuer, by the key set at the URL; the audience may be left out",
      readProvider,
    )
    .option(
      "--self-allocated-parties <number>",
      "how many parties users may allocate for themselves (default: what the fixtures say, or 0)",
      readCount,
    )
    .addOption(
      new Option("--errors <form>", "errors with hints, or exactly as a participant sends them")
        .choices(["hints", "exact"])
        .default("hints"),
    )
    .addOption(
      new Option(
        "--precedence <of>",
        "whose way counts where specification and participant disagree",
      )
        .choices(precedences)
        .default("specification"),
    )
    .option(
      "--request-timeout <seconds>",
      "how long a request may take that waits for nothing (default: 20)",
      readSeconds,
    )
    .option(
      "--cors <origin...>",
      "origins of web pages that may use the ledger (default: none; without authorization those of this machine)",
      readOrigin,
    )
    .option("--control", "let programs on this machine steer clock, snapshots and fixtures", false)
    .option(
      "--commit-delay <milliseconds>",
      "how long commands are in flight, so that those which overlap contend",
      readDelay,
      0,
    )
    .option(
      "--protocol-version <version>",
      "34, 35 or dev (default: what the fixtures say, or 35)",
      readProtocolVersion,
    )
    .option("--synchronizers <alias...>", "synchronizers to connect to; several need --fixtures")
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: writeError })
    .parse(given, { from: "user" });
  const options = command.opts<{
    readonly port?: number;
    readonly fixtures?: readonly string[];
    readonly auth?: AuthSetting;
    readonly audience?: string;
    readonly scope?: string;
    readonly maxTokenLifetime?: number;
    readonly identityProvider?: readonly IdentityProviderConfig[];
    readonly selfAllocatedParties?: number;
    readonly errors: "hints" | "exact";
    readonly precedence: Precedence;
    readonly requestTimeout?: number;
    readonly cors?: readonly string[];
    readonly control: boolean;
    readonly commitDelay: number;
    readonly protocolVersion?: ProtocolVersion;
    readonly synchronizers?: readonly string[];
  }>();
  const port = options.port ?? portFrom(environment["PORT"]);
  if (port === undefined) command.error("error: PORT in the environment is no port number");
  const { fixtures = [], synchronizers = [] } = options;
  if (fixtures.length === 0 && synchronizers.length > 1) {
    command.error(
      "error: the demo data does not say on which of several --synchronizers its parties are; give --fixtures",
    );
  }
  return {
    port: port ?? defaultPort,
    fixtures,
    auth: options.auth ?? { kind: "secret", secret: randomBytes(32).toString("base64url") },
    target: {
      ...(options.audience === undefined ? {} : { audience: options.audience }),
      ...(options.scope === undefined ? {} : { scope: options.scope }),
    },
    maxTokenLifetimeSeconds: options.maxTokenLifetime,
    identityProviders: options.identityProvider ?? [],
    maxSelfAllocatedParties: options.selfAllocatedParties,
    errors: options.errors,
    precedence: options.precedence,
    requestTimeoutMillis:
      options.requestTimeout === undefined ? undefined : options.requestTimeout * 1000,
    cors: options.cors ?? [],
    control: options.control,
    commitDelayMillis: options.commitDelay,
    protocolVersion: options.protocolVersion,
    synchronizers,
  };
};

const defaultPort = 7575;

const portFrom = (text: string | undefined): number | undefined => {
  if (text === undefined || text === "") return defaultPort;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 65_536;
  return port < 65_536 ? port : undefined;
};

const readPort = (text: string): number => {
  const port = portFrom(text);
  if (port === undefined) throw new InvalidArgumentError("Expected a number from 0 to 65535.");
  return port;
};

const readProtocolVersion = (text: string): ProtocolVersion => {
  const version = text === "dev" ? text : Number(text);
  if (isProtocolVersion(version)) return version;
  throw new InvalidArgumentError(`Expected one of ${protocolVersions.join(", ")}.`);
};

const readName = (text: string): string => {
  if (/^\S+$/.test(text)) return text;
  throw new InvalidArgumentError("Expected a text without spaces.");
};

const readProvider = (
  text: string,
  before: readonly IdentityProviderConfig[] = [],
): readonly IdentityProviderConfig[] => {
  const [identityProviderId = "", issuer = "", jwksUrl = "", audience = "", ...rest] =
    text.split(",");
  if (jwksUrl === "" || rest.length > 0) {
    throw new InvalidArgumentError("Expected an id, an issuer and a URL, separated by commas.");
  }
  const provider = { identityProviderId, issuer, jwksUrl, audience, isDeactivated: false };
  return [...before, provider];
};

const readCount = (text: string): number => {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a whole number.");
};

const readSeconds = (text: string): number => {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a whole number of seconds.");
};

const readOrigin = (text: string, before: readonly string[] = []): readonly string[] => {
  if (URL.canParse(text) && new URL(text).origin === text) return [...before, text];
  throw new InvalidArgumentError("Expected an origin, such as https://wallet.example.com.");
};

const readDelay = (text: string): number => {
  const delay = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (delay <= 60_000) return delay;
  throw new InvalidArgumentError("Expected a whole number of milliseconds from 0 to 60000.");
};

const readAuth = (text: string): AuthSetting => {
  if (text === "disabled") return { kind: "disabled" };
  if (text === "") throw new InvalidArgumentError("Expected a secret, a file, or disabled.");
  // A folder of that name holds no key.
  const isFile = statSync(text, { throwIfNoEntry: false })?.isFile() === true;
  return isFile ? publicKeySetting(text) : { kind: "secret", secret: text };
};

const publicKeySetting = (path: string): AuthSetting => {
  const key = keyOptionFrom(readFileSync(path, "utf8"));
  if (key !== undefined) return { kind: "publicKey", key };
  throw new InvalidArgumentError(`${path} holds no public RSA or EC key in PEM.`);
};

const keyOptionFrom = (pem: string): KeyOption | undefined => {
  let key: KeyObject;
  try {
    key = createPublicKey(pem);
  } catch {
    return undefined;
  }
  if (key.asymmetricKeyType === "rsa") return { rs256PublicKey: key };
  return byCurve.get(key.asymmetricKeyDetails?.namedCurve ?? "")?.(key);
};

const byCurve = new Map<string, (key: KeyObject) => KeyOption>([
  ["prime256v1", (key) => ({ es256PublicKey: key })],
  ["secp384r1", (key) => ({ es384PublicKey: key })],
  ["secp521r1", (key) => ({ es512PublicKey: key })],
]);
