/** What role queries and `userEvent` read of an element's style, often. */
const READ_OFTEN = ['display', 'visibility', 'pointer-events'] as const;
type Property = (typeof READ_OFTEN)[number];

interface Rule {
  readonly selector: string;
  /** Condition of the `@media` around the rule. */
  readonly media: string | undefined;
  /** As in CSS: what is more specific wins, then what comes later. */
  readonly specificity: number;
  readonly value: string;
}
/** By a class that an element must have for the rule to match; `*` without one. */
type Rules = Map<string, Rule[]>;

const rules: Record<Property, Rules> = {
  display: new Map(),
  visibility: new Map(),
  'pointer-events': new Map(),
};
/** The `display` of a tag that no rule changes. */
const defaults = new Map<string, string>();
const styles = new WeakMap<Element, CSSStyleDeclaration>();

/** Adds a rule as Emotion writes it: `.css-1a{…}` or `@media …{.css-1a:hover{…}}`. */
export function indexRule(text: string): void {
  const [around = '', media] = /^@media([^{]+)\{/.exec(text) ?? [];
  for (const [, selectors = '', body = ''] of text
    .slice(around.length)
    .matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    for (const property of READ_OFTEN) {
      const value = valueIn(body, property);
      if (value === undefined) continue;
      // Not at a comma between parentheses.
      for (const selector of selectors.split(/,(?![^(]*\))/)) {
        if (selector.includes('::')) continue;
        const specificity = selector.match(/[.:[]/g)?.length ?? 0;
        add(rules[property], { selector, media, specificity, value });
      }
    }
  }
}

function add(to: Rules, rule: Rule): void {
  const [, name = '*'] = /\.([\w-]+)(?=[^\s>+~]*$)/.exec(rule.selector) ?? [];
  const all = [...(to.get(name) ?? []), rule];
  to.set(
    name,
    all.toSorted((a, b) => a.specificity - b.specificity),
  );
}

/**
 * Answers what is read often from the rules of the element's own classes: happy-dom matches every
 * rule with the element and its ancestors, which took a quarter of the run. The rest is happy-dom's.
 */
export function quickenComputedStyle(): void {
  const original = window.getComputedStyle.bind(window);
  window.getComputedStyle = (element, pseudo) => {
    const known = styles.get(element);
    if (known !== undefined) return known;
    const style = quick(element, original(element, pseudo));
    styles.set(element, style);
    return style;
  };
}

function quick(element: Element, original: CSSStyleDeclaration): CSSStyleDeclaration {
  const read = (property: string): string =>
    isReadOften(property) && element.isConnected
      ? computed(element, property, original)
      : original.getPropertyValue(property);
  return new Proxy(original, {
    get(target, name) {
      if (name === 'getPropertyValue') return read;
      if (name === 'display' || name === 'visibility') return read(name);
      if (name === 'pointerEvents') return read('pointer-events');
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => Reflect.apply(value, target, given);
    },
  });
}

function computed(element: Element, property: Property, original: CSSStyleDeclaration): string {
  if (property === 'visibility') return inherited(element, property);
  const value = declared(element, property);
  if (value !== undefined || property === 'pointer-events') return value ?? '';
  const tag = element.tagName + String(element.hasAttribute('open'));
  const known = defaults.get(tag) ?? original.display;
  defaults.set(tag, known);
  return known;
}

function inherited(element: Element, property: Property): string {
  for (let each: Element | null = element; each !== null; each = each.parentElement) {
    const value = declared(each, property);
    if (value !== undefined && value !== 'inherit') return value;
  }
  return '';
}

function declared(element: Element, property: Property): string | undefined {
  const inline = valueIn(element.getAttribute('style') ?? '', property);
  if (inline !== undefined) return inline;
  const named = rules[property];
  const matching = (element.getAttribute('class') ?? '')
    .split(' ')
    .flatMap((name) => named.get(name) ?? [])
    .concat(named.get('*') ?? [])
    .filter((rule) => applies(rule, element));
  return matching.at(-1)?.value;
}

function applies({ media, selector }: Rule, element: Element): boolean {
  return element.matches(selector) && (media === undefined || window.matchMedia(media).matches);
}

/** The last declaration of the property. */
function valueIn(declarations: string, property: Property): string | undefined {
  if (!declarations.includes(property)) return undefined;
  const last = new RegExp(`.*(?:^|[;\\s])${property}:([^;!]+)`, 's');
  return last.exec(declarations)?.[1]?.trim();
}

function isReadOften(property: string): property is Property {
  return READ_OFTEN.some((each) => each === property);
}
