import { Command, Option } from "commander";

import type { ApiVersionName, Precedence, ProtocolVersion } from "../../lib/index.ts";
import type { IdentityProviderConfig } from "../../lib/store.ts";
import {
  type AuthChoice,
  type DeprecatedGroup,
  deprecatedGroups,
  precedences,
  readApiVersion,
  readAuth,
  readCount,
  readDelay,
  readFile,
  readName,
  readOrigin,
  readPort,
  readProtocolVersion,
  readProvider,
  readSeconds,
  readSecret,
  readSeed,
  readStore,
  readTexts,
  readTokenLifetime,
} from "./option-readers.ts";

/** Options by name. Options with a default are always present. */
export interface GivenOptions {
  readonly config?: string;
  readonly port?: number;
  readonly host: string;
  readonly fixtures?: readonly string[];
  readonly store?: string;
  readonly from?: string;
  readonly dar?: readonly string[];
  readonly script?: readonly string[];
  readonly localnet: boolean;
  readonly dars?: string;
  readonly seed?: number | string;
  readonly auth?: AuthChoice;
  readonly secret?: string;
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
  readonly controlSecret?: string;
  readonly requests: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly watch: boolean;
  readonly commitDelay: number;
  readonly apiVersion?: ApiVersionName;
  readonly enableDeprecated?: readonly DeprecatedGroup[];
  readonly protocolVersion?: ProtocolVersion;
  readonly synchronizers?: readonly string[];
}

/** Creates the command with its options and help texts. The caller adds the actions. */
export const defineCommand = (version: string): Command =>
  new Command("ledger-in-a-box")
    .description("Serves a Canton participant's JSON Ledger API, with demo data.")
    .version(version, "-V, --version", "tell the version")
    .helpOption("-h, --help", "tell the options")
    .helpCommand(false)
    .option(
      "--config <file>",
      "file with options (default: ledger-in-a-box.config.* if there is one)",
    )
    .option("--port <number>", "port to listen on; 0 for any (default: PORT, or 7575)", readPort)
    .option("--host <name>", "name or address of this machine to listen on", readName, "127.0.0.1")
    .option(
      "--fixtures <file...>",
      "YAML, JSON or module files to load instead of the demo data",
      readTexts,
    )
    .option(
      "--store <place>",
      "folder or postgres://… to keep the ledger in, and go on with",
      readStore,
    )
    .option("--from <file>", "dump of a ledger to go on with instead of the demo data", readFile)
    .option("--dar <file...>", "DARs that the ledger has from the start", readTexts)
    .option(
      "--script <name...>",
      "Daml Scripts of these DARs to run, as Module:function",
      readTexts,
    )
    .option("--localnet", "serve Splice LocalNet on its ports, from the DARs of --dars", false)
    .option("--dars <folder>", "folder with the DARs of a LocalNet, or one file", readFile)
    .option("--seed <text>", "what the ids of the ledger are drawn from (default: 1)", readSeed)
    .option("--watch", "load fixtures and DARs again when their files change", false)
    .option("--auth <key>", "PEM file of a public key, or disabled, or a secret", readAuth)
    .option(
      "--secret <text>",
      "secret of HS256 tokens (default: LEDGER_IN_A_BOX_SECRET, or a new one)",
      readSecret,
    )
    .option(
      "--audience <text>",
      "take tokens for this audience only, whatever their scope",
      readName,
    )
    .option("--scope <word>", "take tokens of this scope only, in scope or scp", readName)
    .option(
      "--max-token-lifetime <seconds>",
      "refuse tokens that expire later, or never; participant: 300, as a participant (default: none)",
      readTokenLifetime,
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
    .option("--control", "let programs steer clock, snapshots and fixtures", false)
    .option(
      "--control-secret <text>",
      "what these must know, or disabled for all on this machine (default: LEDGER_IN_A_BOX_CONTROL_SECRET, or a new one)",
      readSecret,
    )
    .option(
      "--requests",
      "keep calls and their bodies, for the explorer and the control API",
      false,
    )
    .option("--quiet", "do not log calls, except causes that responses withhold", false)
    .option("--verbose", "print what calls send and get, but for secrets", false)
    .option(
      "--commit-delay <milliseconds>",
      "how long commands are in flight, so that those which overlap contend",
      readDelay,
      0,
    )
    .option(
      "--api-version <version>",
      "version of the API, such as 3.4, 3.5.1 or 3.6 (default: 3.5)",
      readApiVersion,
    )
    .addOption(
      new Option(
        "--enable-deprecated <group...>",
        "deprecated endpoints and fields that version 3.6 serves although it disables them",
      ).choices(deprecatedGroups),
    )
    .option(
      "--protocol-version <version>",
      "34, 35 or dev (default: what the fixtures say, or 35)",
      readProtocolVersion,
    )
    .option(
      "--synchronizers <alias...>",
      "synchronizers to connect to; several need --fixtures",
      readTexts,
    )
    .exitOverride();
