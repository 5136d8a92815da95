/** Half the width of the 99.9 % interval of a normal variable, in standard errors. */
export const z999 = 3.2905
