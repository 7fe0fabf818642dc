import { ESLintUtils } from "@typescript-eslint/utils";
import ts from "typescript";

const plain = ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike | ts.TypeFlags.StringLike;

/** A flavour of a number, as offsets are, is an intersection. */
const isPlain = (type) =>
  type.isUnion()
    ? type.types.every(isPlain)
    : type.isIntersection()
      ? type.types.some(isPlain)
      : (type.flags & plain) !== 0;

/** Numbers and texts stand in a template as they are; `String` is for what would be refused there. */
export const noNeedlessString = ESLintUtils.RuleCreator.withoutDocs({
  meta: {
    type: "suggestion",
    fixable: "code",
    messages: { needless: "A number or a text needs no String(…) in a template." },
    schema: [],
  },
  defaultOptions: [],
  create(context) {
    const services = ESLintUtils.getParserServices(context);
    return {
      "TemplateLiteral > CallExpression[callee.name='String'][arguments.length=1]"(node) {
        const [argument] = node.arguments;
        if (!isPlain(services.getTypeAtLocation(argument))) return;
        context.report({
          node,
          messageId: "needless",
          fix: (fixer) => fixer.replaceText(node, context.sourceCode.getText(argument)),
        });
      },
    };
  },
});
