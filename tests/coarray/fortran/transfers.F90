! Gets, puts and copies of every intrinsic type and kind, of 1 to 7 dimensions, by transfers.inc.

#define NAME 'int8'
#define TYPE integer(int8)
#define MADE int(modulo(n, 127), int8)
#define EQUALS ==
#define RANK 1
#include "shapes.inc"
#define MODULE int8_1
#include "transfers.inc"
#undef RANK
#undef MODULE
#define RANK 2
#include "shapes.inc"
#define MODULE int8_2
#include "transfers.inc"
#undef RANK
#undef MODULE
#define RANK 3
#include "shapes.inc"
#define MODULE int8_3
#include "transfers.inc"
#undef RANK
#undef MODULE
#undef NAME
#undef TYPE
#undef MADE
#undef EQUALS

#define NAME 'int16'
#define TYPE integer(int16)
#define MADE int(modulo(n, 32003), int16)
#define EQUALS ==
#define RANK 1
#include "shapes.inc"
#define MODULE int16_1
#include "transfers.inc"
#undef RANK
#undef MODULE
#define RANK 2
#include "shapes.inc"
#define MODULE int16_2
#include "transfers.inc"
#undef RANK
#undef MODULE
#undef NAME
#undef TYPE
#undef MADE
#undef EQUALS

#define NAME 'int32'
#define TYPE integer(int32)
#define MADE n*65537
#define EQUALS ==
#define RANK 1
#include "shapes.inc"
#define MODULE int32_1
#include "transfers.inc"
#undef RANK
#undef MODULE
#define RANK 2
#include "shapes.inc"
#define MODULE int32_2
#include "transfers.inc"
#undef RANK
#undef MODULE
#undef NAME
#undef TYPE
#undef MADE
#undef EQUALS

#define NAME 'int64'
#define TYPE integer(int64)
#define MADE n*4294967311_int64
#define EQUALS ==
#define RANK 1
#include "shapes.inc"
#define MODULE int64_1
#include "transfers.inc"
#undef RANK
#undef MODULE
#define RANK 2
#include "shapes.inc"
#define MODULE int64_2
#include "transfers.inc"
#undef RANK
#undef MODULE
#undef NAME
#undef TYPE
#undef MADE
#undef EQUALS

#define NAME 'real32'
#define TYPE real(real32)
#define MADE n + 0.25_real32
#define EQUALS ==
#define RANK 1
#include "shapes.inc"
#define MODULE real32_1
#include "transfers.inc"
#undef RANK
#undef MODULE
#define RANK 2
#include "shapes.inc"
#define MODULE real32_2
#include "transfers.inc"
#undef RANK
#undef MODULE
#undef NAME
#undef TYPE
#undef MADE
#undef EQUALS

#define NAME 'real64'
#define TYPE real(real64)
#define MADE n + 0.1_real64
#define EQUALS ==
#define RANK 1
#include "shapes.inc"
#define MODULE real64_1
#include "transfers.inc"
#undef RANK
#undef MODULE
#define RANK 2
#include "shapes.inc"
#define MODULE real64_2
#include "transfers.inc"
#undef RANK
#undef MODULE
#define RANK 3
#include "shapes.inc"
#define MODULE real64_3
#include "transfers.inc"
#undef RANK
#undef MODULE
#define RANK 4
#include "shapes.inc"
#define MODULE real64_4
#include "transfers.inc"
#undef RANK
#undef MODULE
#define RANK 5
#include "shapes.inc"
#define MODULE real64_5
#include "transfers.inc"
#undef RANK
#undef MODULE
#define RANK 6
#include "shapes.inc"
#define MODULE real64_6
#include "transfers.inc"
#undef RANK
#undef MODULE
#define RANK 7
#include "shapes.inc"
#define MODULE real64_7
#include "transfers.inc"
#undef RANK
#undef MODULE
#undef NAME
#undef TYPE
#undef MADE
#undef EQUALS

#define NAME 'real80'
#define TYPE real(selected_real_kind(18))
#define MADE n + 0.1_real64
#define EQUALS ==
#define RANK 1
#include "shapes.inc"
#define MODULE real80_1
#include "transfers.inc"
#undef RANK
#undef MODULE
#define RANK 2
#include "shapes.inc"
#define MODULE real80_2
#include "transfers.inc"
#undef RANK
#undef MODULE
#undef NAME
#undef TYPE
#undef MADE
#undef EQUALS

#define NAME 'real128'
#define TYPE real(real128)
#define MADE n + 0.1_real64
#define EQUALS ==
#define RANK 1
#include "shapes.inc"
#define MODULE real128_1
#include "transfers.inc"
#undef RANK
#undef MODULE
#define RANK 2
#include "shapes.inc"
#define MODULE real128_2
#include "transfers.inc"
#undef RANK
#undef MODULE
#undef NAME
#undef TYPE
#undef MADE
#undef EQUALS

#define NAME 'complex32'
#define TYPE complex(real32)
#define MADE cmplx(n, 0.5 - n, real32)
#define EQUALS ==
#define RANK 1
#include "shapes.inc"
#define MODULE complex32_1
#include "transfers.inc"
#undef RANK
#undef MODULE
#define RANK 2
#include "shapes.inc"
#define MODULE complex32_2
#include "transfers.inc"
#undef RANK
#undef MODULE
#undef NAME
#undef TYPE
#undef MADE
#undef EQUALS

#define NAME 'complex64'
#define TYPE complex(real64)
#define MADE cmplx(n, 0.1_real64 - n, real64)
#define EQUALS ==
#define RANK 1
#include "shapes.inc"
#define MODULE complex64_1
#include "transfers.inc"
#undef RANK
#undef MODULE
#define RANK 2
#include "shapes.inc"
#define MODULE complex64_2
#include "transfers.inc"
#undef RANK
#undef MODULE
#undef NAME
#undef TYPE
#undef MADE
#undef EQUALS

#define NAME 'complex80'
#define TYPE complex(selected_real_kind(18))
#define MADE cmplx(n, 0.1_real64 - n, selected_real_kind(18))
#define EQUALS ==
#define RANK 1
#include "shapes.inc"
#define MODULE complex80_1
#include "transfers.inc"
#undef RANK
#undef MODULE
#define RANK 2
#include "shapes.inc"
#define MODULE complex80_2
#include "transfers.inc"
#undef RANK
#undef MODULE
#undef NAME
#undef TYPE
#undef MADE
#undef EQUALS

#define NAME 'complex128'
#define TYPE complex(real128)
#define MADE cmplx(n, 0.1_real64 - n, real128)
#define EQUALS ==
#define RANK 1
#include "shapes.inc"
#define MODULE complex128_1
#include "transfers.inc"
#undef RANK
#undef MODULE
#define RANK 2
#include "shapes.inc"
#define MODULE complex128_2
#include "transfers.inc"
#undef RANK
#undef MODULE
#undef NAME
#undef TYPE
#undef MADE
#undef EQUALS

#define NAME 'logical8'
#define TYPE logical(int8)
#define MADE logical(mod(n, 3) == 0, int8)
#define EQUALS .eqv.
#define RANK 1
#include "shapes.inc"
#define MODULE logical8_1
#include "transfers.inc"
#undef RANK
#undef MODULE
#define RANK 2
#include "shapes.inc"
#define MODULE logical8_2
#include "transfers.inc"
#undef RANK
#undef MODULE
#undef NAME
#undef TYPE
#undef MADE
#undef EQUALS

#define NAME 'logical16'
#define TYPE logical(int16)
#define MADE logical(mod(n, 3) == 0, int16)
#define EQUALS .eqv.
#define RANK 1
#include "shapes.inc"
#define MODULE logical16_1
#include "transfers.inc"
#undef RANK
#undef MODULE
#define RANK 2
#include "shapes.inc"
#define MODULE logical16_2
#include "transfers.inc"
#undef RANK
#undef MODULE
#undef NAME
#undef TYPE
#undef MADE
#undef EQUALS

#define NAME 'logical32'
#define TYPE logical(int32)
#define MADE logical(mod(n, 3) == 0, int32)
#define EQUALS .eqv.
#define RANK 1
#include "shapes.inc"
#define MODULE logical32_1
#include "transfers.inc"
#undef RANK
#undef MODULE
#define RANK 2
#include "shapes.inc"
#define MODULE logical32_2
#include "transfers.inc"
#undef RANK
#undef MODULE
#undef NAME
#undef TYPE
#undef MADE
#undef EQUALS

#define NAME 'logical64'
#define TYPE logical(int64)
#define MADE logical(mod(n, 3) == 0, int64)
#define EQUALS .eqv.
#define RANK 1
#include "shapes.inc"
#define MODULE logical64_1
#include "transfers.inc"
#undef RANK
#undef MODULE
#define RANK 2
#include "shapes.inc"
#define MODULE logical64_2
#include "transfers.inc"
#undef RANK
#undef MODULE
#undef NAME
#undef TYPE
#undef MADE
#undef EQUALS

#define NAME 'text'
#define TYPE character(5)
#define MADE achar(65 + modulo(n, 26))//achar(97 + modulo(n/26, 26))//'x'//achar(48 + modulo(n, 10))//' '
#define EQUALS ==
#define RANK 1
#include "shapes.inc"
#define MODULE text_1
#include "transfers.inc"
#undef RANK
#undef MODULE
#define RANK 2
#include "shapes.inc"
#define MODULE text_2
#include "transfers.inc"
#undef RANK
#undef MODULE
#define RANK 3
#include "shapes.inc"
#define MODULE text_3
#include "transfers.inc"
#undef RANK
#undef MODULE
#undef NAME
#undef TYPE
#undef MADE
#undef EQUALS

#define NAME 'letter'
#define TYPE character(1)
#define MADE achar(32 + modulo(n, 95))
#define EQUALS ==
#define RANK 1
#include "shapes.inc"
#define MODULE letter_1
#include "transfers.inc"
#undef RANK
#undef MODULE
#define RANK 2
#include "shapes.inc"
#define MODULE letter_2
#include "transfers.inc"
#undef RANK
#undef MODULE
#undef NAME
#undef TYPE
#undef MADE
#undef EQUALS

#define NAME 'wide'
#define TYPE character(3, kind=4)
#define MADE char(945 + modulo(n, 24), 4)//char(48 + modulo(n, 10), 4)//char(128512 + modulo(n, 60), 4)
#define EQUALS ==
#define RANK 1
#include "shapes.inc"
#define MODULE wide_1
#include "transfers.inc"
#undef RANK
#undef MODULE
#define RANK 2
#include "shapes.inc"
#define MODULE wide_2
#include "transfers.inc"
#undef RANK
#undef MODULE
#undef NAME
#undef TYPE
#undef MADE
#undef EQUALS

program transfers
    use int8_1, only: run_int8_1 => run
    use int8_2, only: run_int8_2 => run
    use int8_3, only: run_int8_3 => run
    use int16_1, only: run_int16_1 => run
    use int16_2, only: run_int16_2 => run
    use int32_1, only: run_int32_1 => run
    use int32_2, only: run_int32_2 => run
    use int64_1, only: run_int64_1 => run
    use int64_2, only: run_int64_2 => run
    use real32_1, only: run_real32_1 => run
    use real32_2, only: run_real32_2 => run
    use real64_1, only: run_real64_1 => run
    use real64_2, only: run_real64_2 => run
    use real64_3, only: run_real64_3 => run
    use real64_4, only: run_real64_4 => run
    use real64_5, only: run_real64_5 => run
    use real64_6, only: run_real64_6 => run
    use real64_7, only: run_real64_7 => run
    use real80_1, only: run_real80_1 => run
    use real80_2, only: run_real80_2 => run
    use real128_1, only: run_real128_1 => run
    use real128_2, only: run_real128_2 => run
    use complex32_1, only: run_complex32_1 => run
    use complex32_2, only: run_complex32_2 => run
    use complex64_1, only: run_complex64_1 => run
    use complex64_2, only: run_complex64_2 => run
    use complex80_1, only: run_complex80_1 => run
    use complex80_2, only: run_complex80_2 => run
    use complex128_1, only: run_complex128_1 => run
    use complex128_2, only: run_complex128_2 => run
    use logical8_1, only: run_logical8_1 => run
    use logical8_2, only: run_logical8_2 => run
    use logical16_1, only: run_logical16_1 => run
    use logical16_2, only: run_logical16_2 => run
    use logical32_1, only: run_logical32_1 => run
    use logical32_2, only: run_logical32_2 => run
    use logical64_1, only: run_logical64_1 => run
    use logical64_2, only: run_logical64_2 => run
    use text_1, only: run_text_1 => run
    use text_2, only: run_text_2 => run
    use text_3, only: run_text_3 => run
    use letter_1, only: run_letter_1 => run
    use letter_2, only: run_letter_2 => run
    use wide_1, only: run_wide_1 => run
    use wide_2, only: run_wide_2 => run
    use checks, only: chances_from
    implicit none
    integer, parameter :: steps = 40
    call chances_from(20250101)
    call run_int8_1(steps)
    call run_int8_2(steps)
    call run_int8_3(steps)
    call run_int16_1(steps)
    call run_int16_2(steps)
    call run_int32_1(steps)
    call run_int32_2(steps)
    call run_int64_1(steps)
    call run_int64_2(steps)
    call run_real32_1(steps)
    call run_real32_2(steps)
    call run_real64_1(steps)
    call run_real64_2(steps)
    call run_real64_3(steps)
    call run_real64_4(steps)
    call run_real64_5(steps)
    call run_real64_6(steps)
    call run_real64_7(steps)
    call run_real80_1(steps)
    call run_real80_2(steps)
    call run_real128_1(steps)
    call run_real128_2(steps)
    call run_complex32_1(steps)
    call run_complex32_2(steps)
    call run_complex64_1(steps)
    call run_complex64_2(steps)
    call run_complex80_1(steps)
    call run_complex80_2(steps)
    call run_complex128_1(steps)
    call run_complex128_2(steps)
    call run_logical8_1(steps)
    call run_logical8_2(steps)
    call run_logical16_1(steps)
    call run_logical16_2(steps)
    call run_logical32_1(steps)
    call run_logical32_2(steps)
    call run_logical64_1(steps)
    call run_logical64_2(steps)
    call run_text_1(steps)
    call run_text_2(steps)
    call run_text_3(steps)
    call run_letter_1(steps)
    call run_letter_2(steps)
    call run_wide_1(steps)
    call run_wide_2(steps)
end program
