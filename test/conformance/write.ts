import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { conformanceDocument } from "./coverage.ts";

writeFileSync(
  join(import.meta.dirname, "..", "..", "docs", "CONFORMANCE.md"),
  conformanceDocument(),
);
