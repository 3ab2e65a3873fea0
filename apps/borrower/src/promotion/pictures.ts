import jeepney from './pictures/jeepney.svg';
import phone from './pictures/phone.svg';

/** The pictures that a landing page's data may refer to. */
export const pictures: Readonly<
  Record<string, { readonly src: string; readonly width: number; readonly height: number } | undefined>
> = {
  jeepney: { src: jeepney, width: 320, height: 180 },
  phone: { src: phone, width: 320, height: 180 },
};
