/** Numbers and times as readers of a language write them. @param {string} locale */
export function formats(locale) {
  const numbers = new Intl.NumberFormat(locale);
  const percents = new Intl.NumberFormat(locale, { style: "percent" });
  const rules = new Intl.PluralRules(locale);
  const relative = new Intl.RelativeTimeFormat(locale);
  const unit = (unit, unitDisplay, maximumFractionDigits = 0) =>
    new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay, maximumFractionDigits });
  const shape = (options) => new Intl.DateTimeFormat(locale, options);
  const clock = { hour: "2-digit", minute: "2-digit" };
  const shapes = {
    clock: shape(clock),
    seconds: shape({ ...clock, second: "2-digit" }),
    short: shape({ ...clock, month: "short", day: "numeric" }),
    date: shape({ dateStyle: "medium", timeStyle: "short" }),
  };

  const number = (value) => numbers.format(value);
  return {
    number,
    percent: (fraction) => percents.format(fraction),
    /** @param {{other: string}} forms by Intl's category; the number stands before them */
    plural: (count, forms) => `${number(count)} ${forms[rules.select(count)] ?? forms.other}`,
    /** A wait, in whole seconds, never 0: "again in 0 s" helps nobody. */
    wait: (ms, display = "long") => unit("second", display).format(Math.max(1, Math.ceil(ms / 1000))),
    /** How long something took. */
    took(ms) {
      if (ms < 1_000) return unit("millisecond", "short").format(ms);
      if (ms < 59_950) return unit("second", "short", 1).format(ms / 1000);
      const seconds = Math.round(ms / 1000);
      const parts = [unit("minute", "short").format(Math.floor(seconds / 60))];
      if (seconds % 60) parts.push(unit("second", "short").format(seconds % 60));
      return parts.join(" ");
    },
    /** @param {"clock" | "seconds" | "short" | "date"} name */
    time: (name, at) => shapes[name].format(at),
    ago: (count, unit) => relative.format(-count, unit),
  };
}
