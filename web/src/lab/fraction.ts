/** Exact arithmetic: a fraction of whole numbers, in lowest terms, its denominator positive. */
export class Fraction {
  static readonly zero = Fraction.of(0n);
  static readonly one = Fraction.of(1n);

  private constructor(
    readonly top: bigint,
    readonly bottom: bigint,
  ) {}

  /** The fraction top/bottom, reduced. */
  static of(top: bigint, bottom = 1n): Fraction {
    if (bottom === 0n) throw new RangeError("a fraction cannot have a denominator of zero");
    const sign = bottom < 0n ? -1n : 1n;
    const shared = divisor(top, bottom) * sign;
    return new Fraction(top / shared, bottom / shared);
  }

  /** Reads "43/415", "11" or "1.25"; null when it is none of them. */
  static parse(text: string): Fraction | null {
    const ratio = /^(-?\d+)\s*\/\s*(\d+)$/.exec(text.trim());
    if (ratio) return BigInt(ratio[2]!) === 0n ? null : Fraction.of(BigInt(ratio[1]!), BigInt(ratio[2]!));
    const decimal = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text.trim());
    if (!decimal) return null;
    const [, sign, whole, places = ""] = decimal;
    return Fraction.of(BigInt(`${sign}${whole}${places}`), 10n ** BigInt(places.length));
  }

  plus(other: Fraction): Fraction {
    return Fraction.of(this.top * other.bottom + other.top * this.bottom, this.bottom * other.bottom);
  }

  minus(other: Fraction): Fraction {
    return this.plus(other.negated());
  }

  times(other: Fraction): Fraction {
    return Fraction.of(this.top * other.top, this.bottom * other.bottom);
  }

  over(other: Fraction): Fraction {
    return Fraction.of(this.top * other.bottom, this.bottom * other.top);
  }

  negated(): Fraction {
    return Fraction.of(-this.top, this.bottom);
  }

  equals(other: Fraction): boolean {
    return this.top === other.top && this.bottom === other.bottom;
  }

  /** -1, 0 or 1. */
  get sign(): number {
    return this.top > 0n ? 1 : this.top < 0n ? -1 : 0;
  }

  toNumber(): number {
    return Number(this.top) / Number(this.bottom);
  }

  /** In decimals, rounded half away from zero without passing through floating point. */
  toFixed(places: number): string {
    const scale = 10n ** BigInt(places);
    const size = this.top < 0n ? -this.top : this.top;
    const rounded = (2n * size * scale + this.bottom) / (2n * this.bottom);
    const digits = rounded.toString().padStart(places + 1, "0");
    const whole = digits.slice(0, digits.length - places);
    const sign = this.top < 0n && rounded > 0n ? "−" : "";
    return places === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-places)}`;
  }

  /** As a percentage; one too small for these places has as many more as show it. */
  percent(places = 3): string {
    const share = this.times(Fraction.of(100n));
    return `${share.shown(places)}%`;
  }

  /** In decimals, with two digits that tell something where the usual places would hold noughts alone. */
  shown(places: number): string {
    if (this.sign === 0) return "0";
    if (/[1-9]/.test(this.toFixed(places))) return this.toFixed(places);
    const size = this.top < 0n ? -this.top : this.top;
    let needed = places;
    while (size * 10n ** BigInt(needed) < this.bottom) needed += 1;
    return this.toFixed(needed + 1);
  }

  toString(): string {
    const top = String(this.top).replace("-", "−");
    return this.bottom === 1n ? top : `${top}/${this.bottom}`;
  }
}

function divisor(a: bigint, b: bigint): bigint {
  if (a < 0n) a = -a;
  if (b < 0n) b = -b;
  while (b) [a, b] = [b, a % b];
  return a;
}
