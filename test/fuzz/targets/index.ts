import type { Target } from "../target.ts";
import { codeGenerator } from "./code-generator.ts";
import { createdEventBlobs } from "./created-event-blobs.ts";
import { dumps } from "./dumps.ts";
import { fixtures } from "./fixtures.ts";
import { archives, dars } from "./packages.ts";
import { participants } from "./participants.ts";
import { preparedTransactions } from "./prepared-transactions.ts";
import { recordings } from "./recordings.ts";
import { scripts } from "./scripts.ts";
import { claims, tokens } from "./tokens.ts";

export const targets: Readonly<Record<string, () => Promise<Target>>> = {
  dars,
  archives,
  "prepared-transactions": preparedTransactions,
  "created-event-blobs": createdEventBlobs,
  tokens,
  claims,
  fixtures,
  dumps,
  "code-generator": codeGenerator,
  scripts,
  participants,
  recordings,
};
