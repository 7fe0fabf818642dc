import type {
  LfChoice,
  LfExpr,
  LfTemplate,
  ValueDefinition,
} from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import type { SourceRange } from "../../../lib/index.ts";

/** Source ranges of the parts of a package that the assembler writes as locations. */
export type Ranges = WeakMap<LfExpr | ValueDefinition | LfTemplate | LfChoice, SourceRange>;
