"""Every kind of edit by its name."""

from __future__ import annotations

from apidrift.remedies.kinds import (
    add_argument,
    decorate_class,
    drop_argument,
    drop_call,
    forward_constructor,
    insert_after,
    insert_before,
    move_import,
    name_arguments,
    order_arguments,
    rename_argument,
    rename_attribute,
    rename_string,
    second_call,
    set_after,
    unwrap_result,
    wrap_result,
)

KINDS = {
    kind.name: kind
    for kind in (
        add_argument.KIND,
        decorate_class.KIND,
        drop_argument.KIND,
        drop_call.KIND,
        forward_constructor.KIND,
        insert_after.KIND,
        insert_before.KIND,
        move_import.KIND,
        name_arguments.KIND,
        order_arguments.KIND,
        rename_argument.KIND,
        rename_attribute.KIND,
        rename_string.KIND,
        second_call.KIND,
        set_after.KIND,
        unwrap_result.KIND,
        wrap_result.KIND,
    )
}
