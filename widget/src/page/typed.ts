const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** `null` for what is no number, or two numbers depending on the country: `1,500` in English. */
export function readNumber(typed: string, locale: string): number | null {
  let text = typed.trim().replace("−", "-");
  const comma = decimalMark(locale) === ",";
  const grouped = /^[+-]?\d{1,3}([.,])\d{3}$/.exec(text);
  if (grouped && (grouped[1] === ",") !== comma) return null;
  if (!text.includes(".")) text = text.replace(",", ".");
  if (!NUMBER.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

function decimalMark(locale: string): string {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  return parts.find((part) => part.type === "decimal")?.value ?? ".";
}

/** JSON Schema's `date-time` wants an offset; the reader's own is meant. */
export function fromLocalTime(typed: string): string | null {
  const date = new Date(typed);
  if (Number.isNaN(date.getTime())) return null;
  const minutes = -date.getTimezoneOffset();
  const sign = minutes < 0 ? "-" : "+";
  const two = (value: number): string => String(Math.abs(value)).padStart(2, "0");
  const offset = `${sign}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`;
  const seconds = /T\d\d:\d\d$/.test(typed) ? `${typed}:00` : typed;
  return seconds + offset;
}

export function toLocalTime(value: string): string {
  if (!/(?:Z|[+-]\d\d:\d\d)$/i.test(value)) return value.slice(0, 16);
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return "";
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
